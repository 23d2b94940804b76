/** `npm run stripe-smoke`: makes the site's calls to Stripe with test keys and shows the answers. */
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, runCommand } from '#app/cli/run-command.ts';
import { runStripeSteps } from '#app/cli/smoke/stripe-steps.ts';
import { type Env, readEnv } from '#server/env.ts';
import { isLive, stripeClient } from '#server/stripe/stripe-client.ts';
import { stripeSdk } from '#server/stripe/stripe-sdk.ts';

const usage = `Usage: npm run stripe-smoke
  Makes the site's calls to Stripe with the test keys of the settings and shows the answers. It takes no options.`;

const stripeJs = 'https://js.stripe.com/endive/stripe.js';

/** @throws CommandError without keys, and with live ones: it makes customers, charges and refunds */
export function smokeOf(env: Pick<Env, 'stripe' | 'siteUrl'>) {
  const { stripe: keys, siteUrl } = env;
  if (keys === undefined) {
    throw new CommandError(
      'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to the test keys of your account.',
    );
  }
  if (isLive(keys)) {
    throw new CommandError('STRIPE_SECRET_KEY is a live key: this command is for test keys only, nothing was done.');
  }
  const Stripe = stripeSdk();
  return {
    stripe: stripeClient(env),
    browser: new Stripe(keys.publishableKey, addressOf(keys.apiBase)),
    pageOrigins:
      keys.apiBase === undefined
        ? ['https://checkout.stripe.com', 'https://billing.stripe.com']
        : [new URL(keys.apiBase).origin],
    siteUrl,
    stripeJsUrl: keys.jsUrl ?? stripeJs,
  };
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {};
  const { hostname, port } = new URL(apiBase);
  return { host: hostname, port, protocol: 'http' as const };
}

if (import.meta.main) {
  await runCommand(async () => {
    readArguments(usage);
    const results = await runStripeSteps(smokeOf(readEnv()), ({ name, said, isRight, ms }) => {
      console.log(`${isRight ? 'as expected' : 'DIFFERS    '}  ${name} (${ms} ms)\n             ${said}`);
    });
    const differing = results.filter(({ isRight }) => !isRight).length;
    console.log(
      differing === 0
        ? `\nStripe answered all ${results.length} steps as the site expects.`
        : `\n${differing} of ${results.length} steps differ from what the site expects.`,
    );
    if (differing > 0) process.exitCode = 1;
  });
}
