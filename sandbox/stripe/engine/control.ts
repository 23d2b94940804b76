/**
 * What a test may do to the sandbox and nobody can do to Stripe: routes under `/_sandbox/`, and methods
 * inside a test.
 */
import { noMischief } from './delivery.ts';
import { closeDispute, type DisputeEnd, openDispute } from './disputes.ts';
import { failRefund } from './refunds.ts';
import { type Faults, type Sandbox } from './sandbox.ts';
import { setSiteEndpoint } from './webhook-endpoints.ts';

export type Control = ReturnType<typeof createControl>;

export function createControl(sandbox: Sandbox) {
  const { store, deliveries } = sandbox;
  return {
    /** Sends events to this address from now on. */
    webhook({ url }: { url: string }) {
      setSiteEndpoint(sandbox, url);
    },
    /** Holds all deliveries back, including those that wait for a retry. */
    hold() {
      deliveries.hold();
    },
    /** Delivers what was held, in the order of events or shuffled. */
    release({ shuffle = false }: { shuffle?: boolean } = {}) {
      deliveries.release(shuffle ? 'shuffled' : 'as it happened');
    },
    /** Delivers every later event this many times; 1 turns it off. */
    duplicate({ copies }: { copies: number }) {
      deliveries.mischief.copies = copies;
    },
    /** Never delivers the next events, or events of these types; `events.list` still shows them. */
    drop({ next = 0, types = [] }: { next?: number; types?: string[] }) {
      deliveries.mischief.dropNext = next;
      deliveries.mischief.dropTypes = types;
    },
    /** Delays the first attempt of every later delivery; 0 turns it off. */
    delay({ ms }: { ms: number }) {
      deliveries.mischief.delayMs = ms;
    },
    /** Turns off hold, copies, drops and delays. */
    behave() {
      const held = deliveries.mischief.hold;
      deliveries.mischief = noMischief();
      if (held) deliveries.release();
    },
    /** Delivers an event again. */
    resend({ event }: { event: string }) {
      deliveries.resend(store.events.get(event));
    },
    /** Declines the next charge, whatever the card: 'insufficient_funds', 'generic_decline', … */
    failNextCharge({ reason = 'generic_decline' }: { reason?: string } = {}) {
      sandbox.faults.declineNextCharge = reason;
    },
    /** Sets how the API misbehaves. A fault that is not given stays as it is. */
    faults(given: Partial<Omit<Faults, 'declineNextCharge'>>) {
      Object.assign(sandbox.faults, given);
    },
    /** Opens a dispute by the cardholder. */
    dispute({ charge, kind = 'fraudulent' }: { charge: string; kind?: 'fraudulent' | 'inquiry' }) {
      return openDispute(sandbox, store.charges.get(charge), kind);
    },
    /** Closes a dispute with the bank's decision. */
    closeDispute({ dispute, end }: { dispute: string; end: DisputeEnd }) {
      return closeDispute(sandbox, store.disputes.get(dispute), end);
    },
    /** Lets the bank turn a refund down that was made before. */
    failRefund({ refund, reason }: { refund: string; reason?: string }) {
      return failRefund(sandbox, store.refunds.get(refund), reason);
    },
    /** The account's setting for a renewal that cannot be collected: 'cancel' ends the subscription, 'unpaid' leaves it. */
    afterLastRetry({ status }: { status: 'cancel' | 'unpaid' }) {
      sandbox.afterLastRetry = status;
    },
    /** Lets time pass for everything without a test clock. */
    advance({ seconds }: { seconds: number }) {
      sandbox.clock.advanceWallClock(seconds);
    },
    /** Forgets everything except keys and webhook endpoints. */
    reset() {
      sandbox.reset();
    },
    /** Returns all objects, faults and pending deliveries. */
    state() {
      return { ...store.toJSON(), hidden: undefined, faults: sandbox.faults, pending: deliveries.pending };
    },
  };
}
