/** Starts a sandbox in this process, for tests. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Control } from './engine/control.ts';
import { createSandboxServer } from './engine/http-server.ts';
import { Sandbox, type SandboxKeys, type SandboxOptions } from './engine/sandbox.ts';
import { setSiteEndpoint } from './engine/webhook-endpoints.ts';
import { resources } from './resources/all.ts';

interface StartOptions extends SandboxOptions {
  /** True when somebody else holds the port and hands over its connections. */
  isGivenConnections?: boolean;
  /** Default 0: the port of the last run when it is free, else any port. */
  port?: number;
  /** Where events go. Without it they go nowhere until `control.webhook` sets an address. */
  webhookUrl?: string | undefined;
}

export interface RunningSandbox extends SandboxKeys {
  /** The base address of the API and the pages, without a slash at its end. */
  url: string;
  jsUrl: string;
  control: Control;
  /** The sandbox itself, for tests that look into it. */
  sandbox: Sandbox;
  /** Answers on a connection that another process has accepted. */
  take(connection: Socket): void;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

/** Starts a sandbox; several may run side by side. Rejects when the given port is taken. */
export async function startSandbox({
  port = 0,
  webhookUrl,
  isGivenConnections = false,
  ...options
}: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = new Sandbox(options);
  const { server, control } = createSandboxServer(sandbox, resources);
  const listen = async (wanted: number) => {
    server.listen(wanted, host);
    await once(server, 'listening');
  };
  const wanted = port === 0 ? (sandbox.lastPort ?? 0) : port;
  if (!isGivenConnections) {
    await listen(wanted).catch((error: NodeJS.ErrnoException) => {
      if (port !== 0 || error.code !== 'EADDRINUSE') throw error;
      return listen(0);
    });
  }
  sandbox.origin = `http://${host}:${isGivenConnections ? port : (server.address() as AddressInfo).port}`;
  if (webhookUrl !== undefined) setSiteEndpoint(sandbox, webhookUrl);
  const catchUp = () => {
    sandbox.clock.catchUp();
    sandbox.save();
  };
  catchUp();
  sandbox.clock.start(catchUp);

  return {
    ...sandbox.keys,
    url: sandbox.origin,
    jsUrl: `${sandbox.origin}/endive/stripe.js`,
    control,
    sandbox,
    take(connection) {
      server.emit('connection', connection);
      connection.resume();
    },
    async stop() {
      sandbox.clock.stop();
      server.close();
      server.closeAllConnections();
      await sandbox.deliveries.stop();
      sandbox.save();
    },
  };
}
