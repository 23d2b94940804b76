/**
 * The payment sandbox of a site without Stripe keys: a child process that answers as Stripe does, while somebody asks.
 * Its address and keys are chosen before it runs and kept in the data folder, so that nobody waits for it and a restart
 * changes nothing.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { stripeWebhook } from '#features/billing/contract.ts';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { processFlags } from './node-flags.ts';
import { runOnDemand } from './run-on-demand.ts';

const program = join(import.meta.dirname, '../../../sandbox/stripe/main.ts');
const host = '127.0.0.1';

const Settled = z.object({
  port: z.int(),
  secretKey: z.string(),
  publishableKey: z.string(),
  webhookSecret: z.string(),
});
type Settled = z.infer<typeof Settled>;

/** Below the ports that systems assign by themselves, so that it is still free at the next start. */
const anyPort = () => 20_000 + Math.floor(Math.random() * 12_000);

/** The port itself when nobody listens there, else any free one. */
function freePort(wanted: number, tries = 20): Promise<number> {
  return new Promise((found, fail) => {
    const server = createServer();
    server.once('error', (error) => (tries === 0 ? fail(error) : found(freePort(anyPort(), tries - 1))));
    server.listen(wanted, host, () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

function readSettled(file: string): Settled | undefined {
  try {
    const held = Settled.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return held.success ? held.data : undefined;
  } catch {
    return undefined;
  }
}

/** Port and keys of the last start, if the port is still free. */
async function settle(file: string): Promise<Settled> {
  const held = readSettled(file);
  const word = () => randomBytes(24).toString('hex');
  const settled = {
    secretKey: `sk_test_${word()}`,
    publishableKey: `pk_test_${word()}`,
    webhookSecret: `whsec_${word()}`,
    ...held,
    port: await freePort(held?.port ?? anyPort()),
  };
  if (settled.port !== held?.port) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settled), { mode: 0o600 });
  }
  return settled;
}

interface PaymentSandbox {
  /** The environment of the site's processes, instead of Stripe's own keys. */
  environment: Record<string, string>;
  start(): Promise<{ stop(): Promise<void> }>;
}

/** Undefined when the site has Stripe keys, wants no sandbox, or when this copy of the program has none. */
export async function paymentSandbox(env: Env): Promise<PaymentSandbox | undefined> {
  if (env.stripe !== undefined) return undefined;
  if (!env.paymentSandbox) {
    log.warn('no Stripe keys, and PAYMENT_SANDBOX is off: nobody can pay');
    return undefined;
  }
  if (!existsSync(program)) {
    log.warn('no Stripe keys and no payment sandbox: nobody can pay');
    return undefined;
  }
  const folder = join(env.dataDir, 'payment-sandbox');
  const { port, secretKey, publishableKey, webhookSecret } = await settle(join(folder, 'settings.json'));
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  const address = `http://${host}:${port}`;
  const siteHost = ['0.0.0.0', '::', 'localhost'].includes(env.host) ? host : env.host;
  const site = `http://${siteHost.includes(':') ? `[${siteHost}]` : siteHost}:${env.port}`;
  const args = ['--supervised', '--port', String(port), '--webhook', `${site}${stripeWebhook.path}`];
  return {
    environment: { ...keys, STRIPE_API_BASE: address, STRIPE_JS_URL: `${address}/endive/stripe.js` },
    start: () =>
      runOnDemand({
        name: 'payment sandbox',
        port,
        host,
        spawn: () =>
          fork(program, [...args, '--state', join(folder, 'state.json')], {
            env: { ...process.env, ...keys },
            execArgv: [...process.execArgv, ...processFlags],
            // Its lines would mix with the site's structured ones.
            stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          }),
        // The site goes on without payments.
        onHopeless: (name) => log.error(`the ${name} does not start: payments are off`),
      }),
  };
}
