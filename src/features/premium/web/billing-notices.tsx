import { CalendarClock, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { endsEarlier } from '#features/billing/ends-earlier.ts';
import { planTitle } from '#features/billing/plan-title.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import type { Billing, BillingNotice } from '../contract.ts';
import { owedFor } from '../owed-words.ts';
import { afterPremium, describePlan } from '../plan-words.ts';
import { KeepPlanButton } from './keep-plan-button.tsx';
import { ManageBillingButton } from './manage-billing-button.tsx';

const inWords = new Intl.ListFormat('en-US');

interface BillingNoticesProps {
  billing: Billing;
  mayUpgrade: boolean;
  /** The button that takes a planned deletion of the account back. */
  keepAccount: ReactNode;
}

/** Notices about an owner's plans. They stand above everything else, because they may need an action. */
export function BillingNotices({ billing, mayUpgrade, keepAccount }: BillingNoticesProps) {
  const { timeZone } = useCity();
  const { notices, plans, prepaid, takenOver, deletesAt } = billing;
  const ends = [
    ...plans.map((plan) => ({
      title: planTitle(plan),
      isClaim: plan.business !== null,
      endsAt: plan.endsAt ?? plan.renewsAt ?? plan.owedBy,
    })),
    ...takenOver.map(({ business, until }) => ({
      ...{ title: `The time that is paid for ${business}`, isClaim: true, endsAt: until },
    })),
    ...prepaid.map((one) => ({ title: planTitle({ ...one, name: 'Premium' }), isClaim: false, endsAt: one.endsAt })),
  ];
  const earlier = deletesAt === null ? [] : endsEarlier(ends, deletesAt, timeZone);
  // The plans end because the account does.
  const shown = deletesAt === null ? notices : notices.filter(({ kind }) => kind !== 'ending');
  return (
    <>
      {deletesAt === null ? null : (
        <Frame title={`Your account will be deleted on ${formatDate(deletesAt, timeZone)}`} action={keepAccount}>
          {earlier.length === 0
            ? 'Until then everything stays as it is. Your plans end with it, and no further payment is taken.'
            : `${earlier.join(' ')} Everything else stays as it is until your account goes, and no further payment is taken.`}
        </Frame>
      )}
      {shown.map((notice) => (
        <Notice
          key={`${notice.kind} ${notice.business} ${notice.at}`}
          notice={notice}
          billing={billing}
          mayUpgrade={mayUpgrade}
        />
      ))}
    </>
  );
}

/** Premium for all listings makes a planned Claim Premium needless. */
function droppedByKeeping({ plans }: Billing): string {
  const names = plans.flatMap(({ next, business }) =>
    next?.plan === 'premium' && business !== null ? [business] : [],
  );
  return names.length === 0
    ? ''
    : ` If you keep it, the planned change of ${inWords.format(names)} to Claim Premium is off.`;
}

interface NoticeProps {
  notice: BillingNotice;
  billing: Billing;
  mayUpgrade: boolean;
}

function Notice({ notice, billing, mayUpgrade }: NoticeProps) {
  const { timeZone } = useCity();
  const { kind, business, at, until, isFirstOwed } = notice;
  const others = billing.plans.filter(({ id, endsAt }) => id !== notice.id && endsAt === null).map(describePlan);
  const plan = business === null ? 'Premium' : `Your plan for ${business}`;
  switch (kind) {
    case 'failed':
      return (
        <Frame
          isUrgent
          title={`Your ${isFirstOwed ? 'first' : 'last'} payment did not go through`}
          action={<ManageBillingButton look="primary" />}
        >
          {billing.plans.filter(({ id }) => id === notice.id).map(owedFor)}{' '}
          {until && isFirstOwed
            ? `${plan} starts once it is paid. The listing is yours until ${formatDate(until, timeZone)}: please check your card before that day.`
            : until
              ? `${plan} stays as it is until ${formatDate(until, timeZone)}. Please check your card before that day.`
              : `${plan} starts once it is paid. Please check your card.`}
        </Frame>
      );
    case 'disputed':
      return (
        <Frame isUrgent title="A payment is disputed" action={<ManageBillingButton />}>
          {plan} rests until your bank has decided. If the dispute was a mistake, tell your bank and write to us.
        </Frame>
      );
    case 'ending':
      return (
        <Frame title={`${plan} ends on ${formatDate(at, timeZone)}`} action={<KeepPlanButton id={notice.id} />}>
          Until then everything stays as it is, and no further payment is taken for it.
          {business === null
            ? ` Then: ${afterPremium(billing, at, timeZone)}`
            : ' Then the listing stays in the directory with all that you have written, without an owner: somebody else may claim it.'}
          {business === null ? droppedByKeeping(billing) : ''}
          {others.length > 0 ? ` This goes on: ${inWords.format(others)}.` : ''}
        </Frame>
      );
    case 'ended':
      return (
        <Frame title={`${plan} ended on ${formatDate(at, timeZone)}`}>
          {afterPremium(billing, at, timeZone)}
          {mayUpgrade ? ' You can upgrade again at any time.' : ''}
        </Frame>
      );
  }
}

export function Frame({
  title,
  isUrgent = false,
  action,
  children,
}: {
  title: string;
  isUrgent?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  const Icon = isUrgent ? CircleAlert : CalendarClock;
  return (
    <section
      aria-label={title}
      className={`flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border p-5 shadow-card ${isUrgent ? 'border-danger bg-danger-ground' : 'border-gold-line bg-gold-ground'}`}
    >
      <Icon aria-hidden="true" className={`shrink-0 ${isUrgent ? 'text-danger' : 'text-gold'}`} />
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-18 [overflow-wrap:anywhere]">{title}</h2>
        <p className="mt-1 text-16">{children}</p>
      </div>
      {action}
    </section>
  );
}
