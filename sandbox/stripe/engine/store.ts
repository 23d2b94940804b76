/** The sandbox's memory. Everything is plain JSON, so that it can be written to a file. */
import { noSuch } from './errors.ts';
import type * as wire from './wire.ts';

interface Stored {
  id: string;
  object: string;
}

/** Objects of one kind, in the order of creation. */
export class Collection<T extends Stored> {
  private readonly objects = new Map<string, T>();
  /** Stubs of deleted objects, which a retrieve returns. */
  private readonly deleted = new Map<string, Stored & { deleted: true }>();

  /** The object's name in Stripe's 'No such …'. */
  private readonly label: string;

  constructor(label: string) {
    this.label = label;
  }

  add(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  find(id: string | null | undefined): T | undefined {
    return id ? this.objects.get(id) : undefined;
  }

  /**
   * `param` is 'path' when the id stands in the request's path (404), else the name of the parameter that
   * holds the id (400).
   */
  get(id: string, param: 'path' | (string & {}) = 'path'): T {
    const object = this.objects.get(id);
    if (!object) throw noSuch(this.label, id, param);
    return object;
  }

  /** For a retrieve: the object, or the stub of a deleted one. */
  getOrStub(id: string): T | (Stored & { deleted: true }) {
    return this.deleted.get(id) ?? this.get(id);
  }

  /** Deletes the object and leaves a stub, so that a retrieve says `deleted: true`. */
  delete(id: string): Stored & { deleted: true } {
    const { object } = this.get(id);
    this.objects.delete(id);
    const stub = { id, object, deleted: true } as const;
    this.deleted.set(id, stub);
    return stub;
  }

  /** Deletes the object without a stub. */
  remove(id: string): void {
    this.objects.delete(id);
  }

  get size(): number {
    return this.objects.size;
  }

  all(): T[] {
    return [...this.objects.values()];
  }

  where(matches: (object: T) => boolean): T[] {
    return this.all().filter(matches);
  }

  toJSON() {
    return { objects: this.all(), deleted: [...this.deleted.values()] };
  }

  fill(held: { objects: T[]; deleted: (Stored & { deleted: true })[] }): void {
    this.clear();
    for (const object of held.objects) this.objects.set(object.id, object);
    for (const stub of held.deleted) this.deleted.set(stub.id, stub);
  }

  clear(): void {
    this.objects.clear();
    this.deleted.clear();
  }
}

export type Store = ReturnType<typeof createStore>;

export function createStore() {
  const collections = {
    customers: new Collection<wire.Customer>('customer'),
    products: new Collection<wire.Product>('product'),
    prices: new Collection<wire.Price>('price'),
    coupons: new Collection<wire.Coupon>('coupon'),
    paymentMethods: new Collection<wire.PaymentMethod>('PaymentMethod'),
    paymentIntents: new Collection<wire.PaymentIntent>('payment_intent'),
    charges: new Collection<wire.Charge>('charge'),
    refunds: new Collection<wire.Refund>('refund'),
    disputes: new Collection<wire.Dispute>('dispute'),
    checkoutSessions: new Collection<wire.CheckoutSession>('checkout.session'),
    subscriptions: new Collection<wire.Subscription>('subscription'),
    invoices: new Collection<wire.Invoice>('invoice'),
    invoicePayments: new Collection<wire.InvoicePayment>('invoice_payment'),
    portalSessions: new Collection<wire.PortalSession>('billing_portal.session'),
    portalConfigurations: new Collection<wire.PortalConfiguration>('configuration'),
    webhookEndpoints: new Collection<wire.WebhookEndpoint>('webhook endpoint'),
    testClocks: new Collection<wire.TestClock>('test clock'),
    events: new Collection<wire.SandboxEvent>('event'),
  };
  /** Facts about objects that Stripe never shows, keyed by the object's id. */
  const hidden = new Map<string, Record<string, unknown>>();

  return {
    ...collections,

    /** Private notes on an object; `T` is the shape that the caller keeps there. */
    hiddenOf<T extends object>(id: string): Partial<T> {
      const held = hidden.get(id) ?? {};
      hidden.set(id, held);
      return held as Partial<T>;
    },

    /** Finds any object by its id, whatever its kind. */
    byId(id: string): object | undefined {
      for (const collection of Object.values(collections)) {
        const object = collection.find(id);
        if (object) return object;
      }
      return undefined;
    },

    clear(): void {
      for (const collection of Object.values(collections)) collection.clear();
      hidden.clear();
    },

    toJSON() {
      return { collections, hidden: Object.fromEntries(hidden) };
    },

    /** Loads what `toJSON` returned, from a file of this sandbox. */
    fill(held: { collections: Record<string, never>; hidden: Record<string, Record<string, unknown>> }): void {
      this.clear();
      for (const [name, collection] of Object.entries(collections)) {
        const objects = held.collections[name];
        if (objects) collection.fill(objects);
      }
      for (const [id, notes] of Object.entries(held.hidden)) hidden.set(id, notes);
    },
  };
}
