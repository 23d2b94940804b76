/** What a test may do to the sandbox that nobody can do to Stripe; under `/_sandbox/`, and as methods inside a test. */
import { noMischief } from './delivery.ts';
import { closeDispute, type DisputeEnd, openDispute } from './disputes.ts';
import { type Faults, type Sandbox } from './sandbox.ts';
import { setSiteEndpoint } from './webhook-endpoints.ts';

export type Control = ReturnType<typeof createControl>;

export function createControl(sandbox: Sandbox) {
  const { store, deliveries } = sandbox;
  return {
    /** Where events go from now on. */
    webhook({ url }: { url: string }) {
      setSiteEndpoint(sandbox, url);
    },
    /** Keeps all deliveries back, also those that wait for their next try. */
    hold() {
      deliveries.hold();
    },
    /** Delivers what was held, as it happened or shuffled. */
    release({ shuffle = false }: { shuffle?: boolean } = {}) {
      deliveries.release(shuffle ? 'shuffled' : 'as it happened');
    },
    /** Every event from now on is delivered so many times; 1 ends it. */
    duplicate({ copies }: { copies: number }) {
      deliveries.mischief.copies = copies;
    },
    /** The next events, or all of these types, are never delivered; `events.list` still shows them. */
    drop({ next = 0, types = [] }: { next?: number; types?: string[] }) {
      deliveries.mischief.dropNext = next;
      deliveries.mischief.dropTypes = types;
    },
    /** Every first try from now on waits so long; 0 ends it. */
    delay({ ms }: { ms: number }) {
      deliveries.mischief.delayMs = ms;
    },
    /** Ends hold, copies, drops and delays. */
    behave() {
      const held = deliveries.mischief.hold;
      deliveries.mischief = noMischief();
      if (held) deliveries.release();
    },
    /** Delivers an event again. */
    resend({ event }: { event: string }) {
      deliveries.resend(store.events.get(event));
    },
    /** The next charge is declined, whatever the card: 'insufficient_funds', 'generic_decline', … */
    failNextCharge({ reason = 'generic_decline' }: { reason?: string } = {}) {
      sandbox.faults.declineNextCharge = reason;
    },
    /** How the API misbehaves; what is not given stays as it is. */
    faults(given: Partial<Omit<Faults, 'declineNextCharge'>>) {
      Object.assign(sandbox.faults, given);
    },
    /** The card's owner disputes a charge. */
    dispute({ charge, kind = 'fraudulent' }: { charge: string; kind?: 'fraudulent' | 'inquiry' }) {
      return openDispute(sandbox, store.charges.get(charge), kind);
    },
    /** The bank decides. */
    closeDispute({ dispute, end }: { dispute: string; end: DisputeEnd }) {
      return closeDispute(sandbox, store.disputes.get(dispute), end);
    },
    /** The account's setting for a renewal that cannot be collected: 'cancel' ends the subscription, 'unpaid' leaves it. */
    afterLastRetry({ status }: { status: 'cancel' | 'unpaid' }) {
      sandbox.afterLastRetry = status;
    },
    /** Time passes for everything that hangs on no test clock. */
    advance({ seconds }: { seconds: number }) {
      sandbox.clock.advanceWallClock(seconds);
    },
    /** Forgets everything but keys and webhook endpoints. */
    reset() {
      sandbox.reset();
    },
    /** All objects, faults and deliveries still to come. */
    state() {
      return { ...store.toJSON(), hidden: undefined, faults: sandbox.faults, pending: deliveries.pending };
    },
  };
}
