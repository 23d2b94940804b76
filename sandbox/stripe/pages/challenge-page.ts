/** A bank's confirmation step (3-D Secure), as a page, or in a frame that Stripe.js shows over the site. */

import { finishHoldChallenge } from '../checkout/pay-session.ts';
import { fullPrice, notesOf, sessionOfIntent } from '../checkout/session-notes.ts';
import { ApiError } from '../engine/errors.ts';
import { finishChallenge } from '../engine/pay.ts';
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, PaymentIntent } from '../engine/wire.ts';
import { successAddress } from './checkout-page.ts';
import { html } from './html.ts';
import { money, notice, page } from './layout.ts';

interface Challenge {
  amount: string;
  finish: (passed: boolean) => void;
  /** Where the buttons lead. In a frame, the script tells the site instead. */
  after: () => string | null;
  waits: boolean;
  /** Another origin that the form may lead to: the success address of the session. */
  elsewhere: string | null;
}

/** The address of the session's page, or its success address once it is complete. */
function afterSession(sandbox: Sandbox, session: CheckoutSession): string {
  return session.status === 'complete' ? successAddress(session) : `${sandbox.origin}/c/pay/${session.id}`;
}

/** Adds the parameters that Stripe adds to the return address of a payment. */
function returnAddress(intent: PaymentIntent, returnUrl: string): string {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return address.href;
}

function ofIntent(sandbox: Sandbox, intent: PaymentIntent, secret: string | null): Challenge | undefined {
  const session = sessionOfIntent(sandbox, intent);
  if (secret !== intent.client_secret) return undefined;
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  return {
    amount: money(intent.amount, intent.currency),
    waits: intent.status === 'requires_action',
    elsewhere: session?.success_url ?? null,
    finish: (passed) => finishChallenge(sandbox, intent, passed),
    after: () => {
      if (session) return afterSession(sandbox, session);
      return returnUrl ? returnAddress(intent, returnUrl) : null;
    },
  };
}

function ofHold(sandbox: Sandbox, session: CheckoutSession): Challenge {
  return {
    amount: money(fullPrice(sandbox, session), session.currency ?? 'usd'),
    elsewhere: session.success_url,
    waits: session.status === 'open' && notesOf(sandbox, session).waitingCard !== undefined,
    finish: (passed) => finishHoldChallenge(sandbox, session, passed),
    after: () => afterSession(sandbox, session),
  };
}

function challengeOf({ sandbox, id, query }: PageCall): Challenge | undefined {
  const session = sandbox.store.checkoutSessions.find(id);
  if (session) return ofHold(sandbox, session);
  const intent = sandbox.store.paymentIntents.find(id);
  return intent && ofIntent(sandbox, intent, query.get('secret'));
}

const gone = () =>
  notice(
    'Nothing to confirm',
    'This payment does not wait for a confirmation. You can close this page.',
    undefined,
    404,
  );

/**
 * The answer inside a frame: its script tells the site which button was pressed, and Stripe.js asks the API
 * for the result.
 */
function told(): PageAnswer {
  return page({
    title: 'Thank you',
    shape: 'frame',
    scripts: ['challenge-done.ts'],
    body: html`<main class="card" data-challenge-done><p>Thank you. One moment …</p></main>`,
  });
}

function show(call: PageCall): PageAnswer {
  const challenge = challengeOf(call);
  if (!challenge?.waits) {
    const after = challenge?.after();
    return after ? { redirect: after } : gone();
  }
  const framed = call.query.get('framed') === '1';
  return page({
    title: 'Confirm your payment',
    shape: framed ? 'frame' : 'narrow',
    scripts: framed ? ['hosted-form.ts', 'challenge-frame.ts'] : ['hosted-form.ts'],
    formTargets: [challenge.after(), challenge.elsewhere],
    body: html`<main class="card">
<h1>Confirm your payment</h1>
<p>Your bank wants to be sure that it is you who pays ${challenge.amount}. In real life it would ask for a code here.</p>
<form method="post" data-once>
<div class="buttons">
<button type="submit" name="answer" value="complete">Complete</button>
<button class="second" type="submit" name="answer" value="fail">Fail</button>
</div>
</form>
</main>`,
  });
}

function answer(call: PageCall): PageAnswer {
  const challenge = challengeOf(call);
  if (!challenge) return gone();
  // Read before the answer changes the intent, which then forgets where to return.
  const { after } = challenge;
  const framed = call.query.get('framed') === '1';
  if (challenge.waits) {
    try {
      challenge.finish(call.form.get('answer') === 'complete');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  if (framed) return told();
  const next = after();
  return next ? { redirect: next } : notice('Thank you', 'You can close this page.');
}

export const challengePages: Page[] = [
  { method: 'GET', path: '/3ds/{id}', handle: show },
  { method: 'POST', path: '/3ds/{id}', handle: answer },
];
