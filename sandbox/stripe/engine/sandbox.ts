/** All parts of one running sandbox. Resources, pages and control routes receive it as an argument. */
import { Clock } from './clock.ts';
import { Deliveries, type Delivery } from './delivery.ts';
import { apiVersion } from './description.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { newId, randomLetters } from './ids.ts';
import { readState, writeState } from './state-file.ts';
import { createStore } from './store.ts';
import type { Customer, PaymentIntent, SandboxEvent } from './wire.ts';

export interface SandboxKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export interface SandboxOptions {
  /** The file that keeps the state between two starts; without it the state is in memory only. */
  stateFile?: string;
  retryAfterMs?: number[];
  keys?: SandboxKeys;
}

/** Faults of the next requests and charges, for tests. */
export interface Faults {
  /** Delays every answer of the API. When it is set back to 0, waiting answers continue. */
  latencyMs: number;
  /** Answers this many requests with 500 before anything happens. */
  failNext: number;
  /** Runs this many requests, then breaks the connection. */
  loseNextAnswers: number;
  /** Declines the next charge with this code, whatever the card. */
  declineNextCharge: string | undefined;
}

const noFaults = (): Faults => ({ latencyMs: 0, failNext: 0, loseNextAnswers: 0, declineNextCharge: undefined });

/** Stripe keeps events for 30 days. This number is enough for a reconciler and keeps the file small. */
const keptEvents = 3000;

interface State {
  keys: SandboxKeys;
  port: number;
  store: Parameters<ReturnType<typeof createStore>['fill']>[0];
  idempotency: Parameters<IdempotencyKeys['fill']>[0];
  offsetSeconds: number;
  pending: Delivery[];
}

type IntentOutcome = 'succeeded' | 'failed';

/** The customer whose clock counts for an object. */
function ownerOf(object: { id?: string; object?: string; customer?: unknown }): string | undefined {
  if (object.object === 'customer') return object.id;
  return typeof object.customer === 'string' ? object.customer : undefined;
}

export class Sandbox {
  readonly store = createStore();
  readonly clock = new Clock(this.store);
  readonly idempotency = new IdempotencyKeys();
  readonly deliveries: Deliveries;
  readonly keys: SandboxKeys;
  faults = noFaults();
  /** The status of a subscription whose renewal could not be collected. */
  afterLastRetry: 'cancel' | 'unpaid' = 'cancel';
  /** True once a control route has changed something: part of that is in no state file. */
  isControlled = false;
  /** Set once the server listens. */
  origin = '';
  /** The port of the last run, so that a restarted site finds its sandbox again. */
  readonly lastPort: number | undefined;
  /** The running request; events name it. */
  request: SandboxEvent['request'] = { id: null, idempotency_key: null };

  private readonly onIntent: ((intent: PaymentIntent, outcome: IntentOutcome) => void)[] = [];
  private readonly onCustomerDeleted: ((customer: Customer) => void)[] = [];
  private readonly stateFile: string | undefined;

  constructor({ stateFile, retryAfterMs = [1000, 5000, 25_000], keys }: SandboxOptions = {}) {
    this.stateFile = stateFile;
    this.deliveries = new Deliveries(this.store, retryAfterMs, () => this.save());
    const held = stateFile === undefined ? undefined : readState<State>(stateFile);
    this.keys = keys ??
      held?.keys ?? {
        secretKey: `sk_test_${randomLetters(48)}`,
        publishableKey: `pk_test_${randomLetters(48)}`,
        webhookSecret: `whsec_${randomLetters(32)}`,
      };
    this.lastPort = held?.port;
    if (held) {
      this.store.fill(held.store);
      this.clock.offsetSeconds = held.offsetSeconds;
      this.idempotency.fill(held.idempotency, this.clock.now());
      this.deliveries.resume(held.pending);
    }
  }

  /**
   * Registers a listener, called after an intent has succeeded or this attempt has failed and all events are
   * emitted. Sessions and invoices continue from there.
   */
  whenIntentSettles(listener: (intent: PaymentIntent, outcome: IntentOutcome) => void): void {
    this.onIntent.push(listener);
  }

  intentSettled(intent: PaymentIntent, outcome: IntentOutcome): void {
    for (const listener of this.onIntent) listener(intent, outcome);
  }

  /** Registers a listener, called before a customer is deleted: its subscriptions end with it. */
  whenCustomerIsDeleted(listener: (customer: Customer) => void): void {
    this.onCustomerDeleted.push(listener);
  }

  customerDeleted(customer: Customer): void {
    for (const listener of this.onCustomerDeleted) listener(customer);
  }

  /**
   * Stores an event with the object as it is now and sends it to the endpoints. `previous` holds the old
   * values of the fields that an `….updated` event changed.
   */
  emit(type: SandboxEvent['type'], object: object, previous?: object): SandboxEvent {
    const event: SandboxEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.clock.nowFor(ownerOf(object)),
      data: {
        object: structuredClone(object),
        ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
      },
      livemode: false,
      pending_webhooks: this.deliveries.endpointsFor(type).length,
      request: this.request,
      type,
    };
    this.store.events.add(event);
    this.deliveries.send(event);
    return event;
  }

  /** Saves the state before an answer is sent: the caller must find the same state after a crash. */
  save(): void {
    if (this.stateFile === undefined) return;
    const { events } = this.store;
    for (const old of events.all().slice(0, Math.max(0, events.size - keptEvents))) events.remove(old.id);
    writeState(this.stateFile, {
      keys: this.keys,
      port: Number(new URL(this.origin).port),
      store: this.store,
      idempotency: this.idempotency,
      offsetSeconds: this.clock.offsetSeconds,
      pending: this.deliveries.pending,
    });
  }

  /** Empties the sandbox, except for keys and webhook endpoints. */
  reset(): void {
    const endpoints = this.store.webhookEndpoints
      .all()
      .map((endpoint) => ({ endpoint, secret: this.store.hiddenOf<{ secret: string }>(endpoint.id).secret }));
    this.store.clear();
    for (const { endpoint, secret } of endpoints) {
      this.store.webhookEndpoints.add(endpoint);
      Object.assign(this.store.hiddenOf(endpoint.id), { secret });
    }
    this.idempotency.clear();
    this.deliveries.clear();
    this.faults = noFaults();
    this.afterLastRetry = 'cancel';
    this.clock.offsetSeconds = 0;
  }
}
