/**
 * `npm run sandbox -- --port N [--webhook URL] [--state FILE]` runs the sandbox alone and prints one JSON
 * line with its address and keys. `npm start` runs it with `--supervised`: a child process that gets its keys and
 * its connections from the supervisor and ends with it.
 */
import { parseArgs } from 'node:util';
import { answerGiven } from './answer-given.ts';
import { startSandbox } from './start-sandbox.ts';

const usage = `Usage: npm run sandbox -- [--port N] [--webhook URL] [--state FILE]
  Runs the payment sandbox alone and prints one JSON line with its address and keys.
  --port N       where it listens; without it, on any free port
  --webhook URL  gets its events
  --state FILE   keeps its data there

For example: npm run sandbox -- --port 4242 --webhook http://127.0.0.1:3000/api/stripe/webhook`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        webhook: { type: 'string' },
        state: { type: 'string' },
        supervised: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!values.help) return values;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message.replace(/\.?$/, '.')} \`npm run sandbox -- --help\` says what there is.`);
    process.exit(1);
  }
}

const values = readArguments();
const port = Number(values.port ?? 0);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port is "${values.port}"; it must be a whole number from 0 (any free port) to 65535`);
  process.exit(1);
}
if (values.webhook !== undefined && !/^https?:\/\//.test(values.webhook)) {
  console.error(`--webhook is "${values.webhook}"; it must be an http or https address`);
  process.exit(1);
}

/** Reads the keys that the supervisor has chosen and given to the site's other processes too. */
function givenKeys() {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = process.env;
  return values.supervised && secretKey && publishableKey && webhookSecret
    ? { keys: { secretKey, publishableKey, webhookSecret } }
    : {};
}

try {
  const running = await startSandbox({
    port,
    isGivenConnections: values.supervised === true,
    webhookUrl: values.webhook,
    ...givenKeys(),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  });
  const { url, publishableKey, secretKey, webhookSecret } = running;
  const facts = { url, publishableKey, secretKey, webhookSecret };
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void running.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  process.on('message', (message: { type?: string }) => {
    if (message?.type === 'stop') stop();
  });
  if (values.supervised) {
    // Ctrl-C reaches every process of a site at once. The supervisor stops the sandbox last.
    process.on('SIGINT', () => undefined);
    answerGiven(running);
    process.send?.({ type: 'ready' });
  } else {
    process.on('SIGINT', stop);
    console.log(JSON.stringify(facts));
  }
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is taken.` : error);
  process.exit(1);
}
