/** Claims on one bakery by Ada and Bob, and Stella of the staff: tests that follow a claim to its end begin with it. */
import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { auditLog, businesses, claims } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import type { Person } from './claim-desk.ts';
import { found, only } from './found.ts';
import { paymentSite } from './payment-site.ts';
import { queuedMail } from './queued-mail.ts';

/** Call it once, outside of tests: const bakery = bakeryClaims(); */
export function bakeryClaims() {
  const site = paymentSite();
  const { database } = site;
  let here: { ada: Person; bob: Person; stella: Person; business: Business } | undefined;
  const present = () => found(here, 'the people, before beforeEach');
  beforeEach(async () => {
    here = {
      ada: await site.desk.person({ username: 'ada', email: 'ada@example.com', emailVerifiedAt: new Date() }),
      bob: await site.desk.person({ username: 'bob', email: 'bob@bakery.example' }),
      stella: await site.desk.person({ username: 'stella', role: 'staff' }),
      business: await aBusiness(database.db, {
        slug: 'bakery',
        name: 'Bakery',
        website: 'https://www.bakery.example',
        phone: '(210) 555-0142',
      }),
    };
  });

  /** The claim of a person, if there is one. */
  const row = async ({ user }: Person) =>
    (await database.db.select().from(claims).where(eq(claims.userId, user.id)))[0];

  return {
    site,
    database,
    get ada() {
      return present().ada;
    },
    get bob() {
      return present().bob;
    },
    get stella() {
      return present().stella;
    },
    get business() {
      return present().business;
    },
    row,
    statusOf: async (person: Person) => (await row(person))?.status,
    ownerId: async () =>
      only(await database.db.select().from(businesses).where(eq(businesses.id, present().business.id)), 'business')
        .ownerId,
    subjects: async (to: string) =>
      (await queuedMail(database.pool)).filter((mail) => mail.to === to).map(({ subject }) => subject),
    audited: async () =>
      (await database.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id))
        .map(({ action }) => action)
        .filter((action) => action.startsWith('claim.')),
    /** The status of the claim's subscription at Stripe. */
    holdOf: async (person: Person) => {
      const id = found((await row(person))?.subscriptionId, 'subscription of the claim');
      return (await site.desk.stripe.subscriptions.retrieve(id)).status;
    },
    /** A claim in review: its card is given, its mails are queued. */
    aClaim: async (person: Person, given: Record<string, unknown> = {}): Promise<string> => {
      await site.desk.paidClaim(person, present().business.id, given);
      await site.desk.settle();
      return found(await row(person), 'claim').id;
    },
    /** Staff decide. An approval names the amount that the claim's page shows. */
    decide: async (id: string, verb: 'approve' | 'reject', body?: object, by = present().stella): Promise<Response> => {
      const [claim] = await database.db.select().from(claims).where(eq(claims.id, id));
      const { amountCents } = claim ?? {};
      return by.browser.post(`/api/staff/claims/${id}/${verb}`, { body: body ?? { amountCents } });
    },
  };
}
