/** An owner with a paid claim who changes between Claim and Claim Premium. */
import { eq } from 'drizzle-orm';
import type { OwnPlan } from '#features/premium/contract.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import type { Person } from './claim-desk.ts';
import { only } from './found.ts';
import { HandOverDesk } from './hand-over-desk.ts';
import { dayMs, type PremiumDesk } from './premium-desk.ts';

type Plan = 'standard' | 'premium';
export const claimCents = { standard: 2500, premium: 5000 } as const;

export class ClaimChangeDesk extends HandOverDesk {
  static override async paid(desk: PremiumDesk, plan: Plan = 'standard'): Promise<ClaimChangeDesk> {
    const { business, olga, max } = await HandOverDesk.paid(desk, plan);
    return new ClaimChangeDesk(desk, business, { olga, max });
  }

  /** Olga asks for it, unless somebody else does. */
  async change(plan: Plan, by: Person = this.olga, amountCents: number | undefined = claimCents[plan]) {
    const { id } = await this.planOf(this.olga);
    return this.stayIn(by).then(() =>
      by.browser.post('/api/billing/claim', {
        body: { id, plan, ...(amountCents === undefined ? {} : { amountCents }) },
      }),
    );
  }

  /** Signs in by the site's clock. */
  async stayIn({ user, browser }: Person): Promise<void> {
    const now = this.desk.services.now();
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + 60 * dayMs) };
    browser.withSession(await aSession(this.desk.database.db, user.id, times));
  }

  /** The claim as Olga's dashboard has it. */
  async shown(): Promise<OwnPlan> {
    await this.stayIn(this.olga);
    const { plans } = await this.billing(this.olga);
    return only(
      plans.filter(({ businessId }) => businessId === this.business.id),
      'plan of the claim',
    );
  }

  /** To just behind the end of the paid time; nothing is delivered yet. */
  async turn(): Promise<void> {
    const row = (await this.desk.subscriptionsOf(this.olga)).find(({ kind }) => kind !== 'owner_premium');
    const ahead = (row?.paidThrough?.getTime() ?? 0) - this.desk.services.now().getTime();
    this.desk.pass(ahead / dayMs + 0.01);
  }

  /** The lines of the history about changes. */
  async changes() {
    const rows = await this.desk.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, this.business.id))
      .orderBy(auditLog.id);
    return rows
      .filter(({ action }) => action.startsWith('claim.change'))
      .map(({ action, actorId, data }) => ({ action, actorId, data }));
  }

  /** The subjects of the mails about changes to Olga. */
  async told(): Promise<string[]> {
    const subjects = await this.subjectsTo(this.olga);
    return subjects
      .filter((subject) => / (becomes|stays|is) Claim/.test(subject))
      .map((one) => one.replace(/ on .*/, ''));
  }

  premium(): Promise<Date | null> {
    return this.desk.premiumUntil(this.business.id);
  }
}
