/** People with running plans who delete their accounts: tests of the deletion begin with it. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { beforeAll } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import type { Leaving } from '#features/leaving/contract.ts';
import { accountDeletions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from './claim-desk.ts';
import { found } from './found.ts';
import { paymentSite } from './payment-site.ts';
import { dayMs } from './premium-desk.ts';
import { queuedMail } from './queued-mail.ts';
import { answerOf } from './staff-office.ts';

/** The password of everybody who leaves. */
export const password = 'under the live oaks';

/** Call it once, outside of tests: const { site, remove, ... } = leavingSite(); */
export function leavingSite() {
  const site = paymentSite();
  const { database } = site;
  let passwordHash: string;
  beforeAll(async () => {
    passwordHash = await hashPassword(password);
  });

  const gone = async ({ user }: Person) => (await database.db.$count(users, eq(users.id, user.id))) === 0;
  const plan = async ({ user }: Person) =>
    (await database.db.select().from(accountDeletions).where(eq(accountDeletions.userId, user.id)))[0];
  const read = async (person: Person) => answerOf<Leaving>(await (await signedIn(person)).get('/api/account/leaving'));
  const farewells = async ({ user }: Person) =>
    (await queuedMail(database.pool)).filter(({ to, subject }) => to === user.email && subject.includes('is deleted'));

  /** Signs in again: by the site's clock an earlier session may have expired. */
  async function signedIn({ user, browser }: Person) {
    const expiresAt = new Date(site.desk.services.now().getTime() + dayMs);
    return browser.withSession(await aSession(database.db, user.id, { expiresAt }));
  }

  async function remove(person: Person, body: Record<string, unknown> = {}): Promise<Response> {
    return (await signedIn(person)).post('/api/account/delete', { body: { password, ...body } });
  }

  async function aSubscriber(interval: 'monthly' | 'yearly' = 'monthly') {
    const owner = await site.desk.owner();
    await database.db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: new Date() })
      .where(eq(users.id, owner.user.id));
    const cents = interval === 'yearly' ? 29_000 : 2900;
    await site.desk.payUpgrade(await site.desk.openUpgrade(owner, interval), { cents });
    await site.desk.deliverAll();
    return owner;
  }

  /** Makes a person with a claim at $25 that their mailbox approves. */
  async function aClaimant() {
    const person = await site.desk.person({ emailVerifiedAt: new Date(), passwordHash });
    const host = person.user.email.split('@')[0];
    await database.db
      .update(users)
      .set({ email: `me@${host}.example` })
      .where(eq(users.id, person.user.id));
    person.user.email = `me@${host}.example`;
    const business = await aBusiness(database.db, { name: `Bakery of ${host}`, website: `https://${host}.example` });
    await site.desk.paidClaim(person, business.id);
    await site.desk.deliverAll();
    return { ...person, business };
  }

  async function subscriptionsAt(person: Person): Promise<Stripe.Subscription[]> {
    const { data } = await site.desk.stripe.subscriptions.list({ status: 'all', limit: 100 });
    const rows = await database.pool.query(
      'select stripe_customer_id as id from billing_customers where user_id = $1',
      [person.user.id],
    );
    return data.filter(({ customer }) => rows.rows.some(({ id }) => id === customer));
  }

  async function refundedCents(customer: string): Promise<number> {
    const { data } = await site.desk.stripe.charges.list({ customer, limit: 100 });
    return data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
  }

  async function customerOf(person: Person): Promise<string> {
    const [customer] = await site.desk.customersOf(person);
    if (customer === undefined) throw new Error('Stripe does not know this person');
    return customer.id;
  }

  return {
    site,
    database,
    passwordHash: () => found(passwordHash, 'the hash, before beforeAll'),
    gone,
    plan,
    read,
    farewells,
    signedIn,
    remove,
    aSubscriber,
    aClaimant,
    subscriptionsAt,
    refundedCents,
    customerOf,
  };
}
