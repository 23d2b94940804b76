/** A listing with a paid claim whose owner hands it over, and the new owner who goes on or does not. */
import { and, eq } from 'drizzle-orm';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import type { Billing } from '#features/premium/contract.ts';
import { auditLog, businesses, claims, subscriptions } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from './claim-desk.ts';
import { found, only } from './found.ts';
import { dayMs, type PremiumDesk } from './premium-desk.ts';
import { queuedMail } from './queued-mail.ts';
import { answerOf } from './staff-office.ts';

type Plan = 'standard' | 'premium';

export class HandOverDesk {
  readonly desk: PremiumDesk;
  readonly business: Business;
  readonly olga: Person;
  readonly max: Person;

  constructor(desk: PremiumDesk, business: Business, people: { olga: Person; max: Person }) {
    this.desk = desk;
    this.business = business;
    this.olga = people.olga;
    this.max = people.max;
  }

  /** Olga's claim is approved by her mailbox, and paid. */
  static async paid(desk: PremiumDesk, plan: Plan = 'standard'): Promise<HandOverDesk> {
    const made = await HandOverDesk.unpaid(desk);
    await made.pay(made.olga, plan);
    return made;
  }

  static async unpaid(desk: PremiumDesk): Promise<HandOverDesk> {
    const emailVerifiedAt = new Date();
    const olga = await desk.person({ username: 'olga', email: 'olga@bakery.example', emailVerifiedAt });
    const max = await desk.person({ username: 'max', email: 'max@example.com', emailVerifiedAt });
    const business = await aBusiness(desk.database.db, {
      ...{ slug: 'bakery', name: 'Bakery', website: 'https://www.bakery.example' },
    });
    return new HandOverDesk(desk, business, { olga, max });
  }

  /** Opens the payment page and gives a card. */
  async pay(person: Person, plan: Plan = 'standard', card = 'pm_card_visa'): Promise<string> {
    const sessionId = await this.openPage(person, plan);
    await this.giveCard(sessionId, plan, card);
    await this.desk.settle();
    return sessionId;
  }

  async openPage(person: Person, plan: Plan = 'standard'): Promise<string> {
    const amount = plan === 'standard' ? 25 : 50;
    const body = { plan, amount };
    return (await answerOf<{ sessionId: string }>(await this.desk.start(person, this.business.id, body))).sessionId;
  }

  async giveCard(sessionId: string, plan: Plan = 'standard', card = 'pm_card_visa'): Promise<void> {
    const { amount_total } = await this.desk.stripe.checkout.sessions.retrieve(sessionId);
    const params = { payment_method: card, expected_amount: amount_total ?? (plan === 'standard' ? 2500 : 5000) };
    await this.desk.stripe.rawRequest('POST', `/v1/payment_pages/${sessionId}/confirm`, params);
  }

  /** With a log-in of this minute, by the site's clock. */
  async offer(email = 'max@example.com', by = this.olga): Promise<Response> {
    const createdAt = this.desk.services.now();
    const expiresAt = new Date(createdAt.getTime() + 60 * dayMs);
    by.browser.withSession(await aSession(this.desk.database.db, by.user.id, { createdAt, expiresAt }));
    return by.browser.post(`/api/user/businesses/${this.business.id}/hand-over`, { body: { email } });
  }

  async token(): Promise<string> {
    const texts = (await this.mails()).map(({ text }) => /listing-invitation\?token=([\w-]+)/.exec(text)?.[1]);
    return found(
      texts.findLast((one) => one !== undefined),
      'a mailed link',
    );
  }

  async accept(by = this.max): Promise<Response> {
    return by.browser.post('/api/listing-invitations', { body: { token: await this.token() } });
  }

  /** From the offer to the new owner; Stripe has been told. */
  async handOver(): Promise<void> {
    await answerOf(await this.offer());
    await answerOf(await this.accept());
    await this.desk.settle();
  }

  async dueJobs(): Promise<void> {
    await handleDueClaims(this.desk.services);
    await this.desk.settle();
  }

  /** Moves both clocks, and does what becomes due. */
  async pass(days: number): Promise<void> {
    this.desk.pass(days);
    await this.desk.settle();
    await this.dueJobs();
  }

  /** Days from now to just behind the end of the paid time. */
  async daysLeft(): Promise<number> {
    const { paidThrough } = await this.planOf(this.olga);
    return (found(paidThrough, 'paid time').getTime() - this.desk.services.now().getTime()) / dayMs + 0.1;
  }

  async owner(): Promise<string | null> {
    const rows = await this.desk.database.db.select().from(businesses).where(eq(businesses.id, this.business.id));
    const { ownerId } = only(rows, 'listing');
    return [this.olga, this.max].find(({ user }) => user.id === ownerId)?.user.username ?? ownerId;
  }

  async claimOf({ user }: Person) {
    const isTheirs = and(eq(claims.userId, user.id), eq(claims.businessId, this.business.id));
    const rows = await this.desk.database.db.select().from(claims).where(isTheirs).orderBy(claims.id);
    return found(rows.at(-1), 'claim');
  }

  async planOf({ user }: Person) {
    const rows = await this.desk.database.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    return only(rows, 'plan');
  }

  billing({ browser }: Person): Promise<Billing> {
    return browser.get('/api/billing').then((answer) => answerOf<Billing>(answer));
  }

  mails() {
    return queuedMail(this.desk.database.pool);
  }

  async subjectsTo({ user }: Person): Promise<string[]> {
    return (await this.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);
  }

  /** The text of the last mail with this subject to the person, on one line. */
  async lastTo({ user }: Person, subject: string | RegExp): Promise<string> {
    const mails = (await this.mails()).filter(
      (mail) => mail.to === user.email && new RegExp(subject).test(mail.subject),
    );
    return found(mails.at(-1), `a mail: ${subject}`).text.replace(/\s+/g, ' ');
  }

  async actions(): Promise<string[]> {
    const rows = await this.desk.database.db.select().from(auditLog).where(eq(auditLog.subjectId, this.business.id));
    return rows.map(({ action }) => action);
  }
}
