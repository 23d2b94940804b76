/** Delivers events to webhook endpoints: signs every attempt anew, and retries when the answer is not 2xx. */
import { signatureHeader } from './sign.ts';
import type { Store } from './store.ts';
import type { SandboxEvent, WebhookEndpoint } from './wire.ts';

export interface Delivery {
  event: string;
  endpoint: string;
  /** Number of attempts so far. */
  attempts: number;
  /** When the next attempt is due, by the real clock. */
  dueMs: number;
}

/** Disturbances of deliveries, for tests. Everything is off at first. */
interface Mischief {
  /** Holds every delivery until `release`. */
  hold: boolean;
  /** Delivers each event this many times. */
  copies: number;
  /** Drops the next so many events, or all events of these types. */
  dropNext: number;
  dropTypes: string[];
  delayMs: number;
}

export const noMischief = (): Mischief => ({ hold: false, copies: 1, dropNext: 0, dropTypes: [], delayMs: 0 });

const answerWithinMs = 10_000;

function shuffled<T>(items: T[]): T[] {
  const rest = [...items];
  for (let last = rest.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [rest[last], rest[other]] = [rest[other] as T, rest[last] as T];
  }
  return rest;
}

export class Deliveries {
  mischief = noMischief();
  /** Deliveries that still have an attempt to come. The state file keeps them. */
  pending: Delivery[] = [];
  private readonly timers = new Map<Delivery, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;
  private readonly abort = new AbortController();

  private readonly store: Store;
  private readonly retryAfterMs: number[];
  private readonly changed: () => void;

  constructor(store: Store, retryAfterMs: number[], changed: () => void) {
    this.store = store;
    this.retryAfterMs = retryAfterMs;
    this.changed = changed;
  }

  /** True while a delivery has an attempt to come, or under way. */
  get isBusy(): boolean {
    return this.pending.length > 0 || this.running.size > 0;
  }

  /** The endpoints that want this event. */
  endpointsFor(type: string): WebhookEndpoint[] {
    return this.store.webhookEndpoints.where(
      (endpoint) =>
        endpoint.status === 'enabled' &&
        (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type)),
    );
  }

  send(event: SandboxEvent): void {
    const { mischief } = this;
    if (mischief.dropTypes.includes(event.type)) return;
    if (mischief.dropNext > 0) {
      mischief.dropNext -= 1;
      return;
    }
    for (const endpoint of this.endpointsFor(event.type)) {
      for (let copy = 0; copy < mischief.copies; copy++) this.plan(event.id, endpoint.id);
    }
  }

  /** Delivers an event once more, whatever happened to earlier deliveries. */
  resend(event: SandboxEvent): void {
    for (const endpoint of this.endpointsFor(event.type)) this.plan(event.id, endpoint.id);
  }

  private plan(event: string, endpoint: string): void {
    const delivery = { event, endpoint, attempts: 0, dueMs: Date.now() + this.mischief.delayMs };
    this.pending.push(delivery);
    this.schedule(delivery);
  }

  private schedule(delivery: Delivery): void {
    if (this.mischief.hold || this.stopped) return;
    clearTimeout(this.timers.get(delivery));
    const timer = setTimeout(
      () => {
        this.timers.delete(delivery);
        const attempt = this.attempt(delivery).finally(() => this.running.delete(attempt));
        this.running.add(attempt);
      },
      Math.max(0, delivery.dueMs - Date.now()),
    );
    timer.unref();
    this.timers.set(delivery, timer);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const event = this.store.events.find(delivery.event);
    const endpoint = this.store.webhookEndpoints.find(delivery.endpoint);
    const arrived = !event || !endpoint || (await this.post(event, endpoint));
    if (this.stopped) return;
    delivery.attempts += 1;
    const pauseMs = this.retryAfterMs[delivery.attempts - 1];
    if (arrived || pauseMs === undefined) {
      this.pending = this.pending.filter((other) => other !== delivery);
      if (arrived && event) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    } else {
      delivery.dueMs = Date.now() + pauseMs;
      this.schedule(delivery);
    }
    this.changed();
  }

  private async post(event: SandboxEvent, endpoint: WebhookEndpoint): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    const secret = this.store.hiddenOf<{ secret: string }>(endpoint.id).secret ?? '';
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), this.abort.signal]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      await answer.arrayBuffer();
      return answer.status >= 200 && answer.status < 300;
    } catch {
      return false;
    }
  }

  hold(): void {
    this.mischief.hold = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Delivers what was held, in the order of events or shuffled. */
  release(order: 'as it happened' | 'shuffled' = 'as it happened'): void {
    this.mischief.hold = false;
    if (order === 'shuffled') this.pending = shuffled(this.pending);
    for (const delivery of this.pending) {
      if (this.timers.has(delivery)) continue;
      delivery.dueMs = Date.now();
      this.schedule(delivery);
    }
  }

  /** Continues the pending deliveries after a restart. */
  resume(pending: Delivery[]): void {
    this.pending = pending;
    for (const delivery of pending) this.schedule(delivery);
  }

  clear(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.pending = [];
    this.mischief = noMischief();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.abort.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.allSettled(this.running);
  }
}
