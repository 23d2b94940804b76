import { requireUser } from '#features/accounts/server/current-user.ts';
import { customerOf, readCredit } from '#features/billing/server/credit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';

/** @throws Problem 'signed_out', 'unavailable' */
export async function readOwnCredit({ db, env, user }: ApiRequest): Promise<{ cents: number; hasTax: boolean }> {
  const hasTax = env.stripe?.collectsTax ?? false;
  const customer = await customerOf(db, requireUser(user).id);
  if (customer === null) return { cents: 0, hasTax };
  return { cents: await askStripe(() => readCredit(stripeClient(env), customer)), hasTax };
}
