/** Starts a sandbox in this process; the way for tests. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Control } from './engine/control.ts';
import { createSandboxServer } from './engine/http-server.ts';
import { Sandbox, type SandboxKeys, type SandboxOptions } from './engine/sandbox.ts';
import { setSiteEndpoint } from './engine/webhook-endpoints.ts';
import { resources } from './resources/all.ts';

interface StartOptions extends SandboxOptions {
  /** 0, which is the default: the port of the last run when it is free, else any. */
  port?: number;
  /** Where events go; without it nowhere, until `control.webhook` says. */
  webhookUrl?: string | undefined;
}

export interface RunningSandbox extends SandboxKeys {
  /** Without a slash at its end; the API's base address, and where the pages are. */
  url: string;
  jsUrl: string;
  control: Control;
  /** The inside, for tests that look at what the sandbox holds. */
  sandbox: Sandbox;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

/** Two or more sandboxes may run side by side. Rejects when the wanted port is taken. */
export async function startSandbox({ port = 0, webhookUrl, ...options }: StartOptions = {}): Promise<RunningSandbox> {
  const sandbox = new Sandbox(options);
  const { server, control } = createSandboxServer(sandbox, resources);
  const listen = async (wanted: number) => {
    server.listen(wanted, host);
    await once(server, 'listening');
  };
  const wanted = port === 0 ? (sandbox.lastPort ?? 0) : port;
  await listen(wanted).catch((error: NodeJS.ErrnoException) => {
    if (port !== 0 || error.code !== 'EADDRINUSE') throw error;
    return listen(0);
  });
  sandbox.origin = `http://${host}:${(server.address() as AddressInfo).port}`;
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
    async stop() {
      sandbox.clock.stop();
      server.close();
      server.closeAllConnections();
      await sandbox.deliveries.stop();
      sandbox.save();
    },
  };
}
