import { CalendarClock, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import type { BillingNotice } from '../contract.ts';
import { KeepPlanButton } from './keep-plan-button.tsx';
import { ManageBillingButton } from './manage-billing-button.tsx';

/** Notices about an owner's plans. They stand above everything else, because they may need an action. */
export function BillingNotices({ notices }: { notices: readonly BillingNotice[] }) {
  return notices.map((notice) => <Notice key={`${notice.kind} ${notice.business} ${notice.at}`} notice={notice} />);
}

function Notice({ notice }: { notice: BillingNotice }) {
  const { timeZone } = useCity();
  const { kind, business, at, until } = notice;
  const plan = business === null ? 'Premium' : `Your plan for ${business}`;
  switch (kind) {
    case 'failed':
      return (
        <Frame isUrgent title="Your last payment did not go through" action={<ManageBillingButton look="primary" />}>
          {until
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
          Until then everything stays as it is, and no further payment is taken.
        </Frame>
      );
    case 'ended':
      return (
        <Frame title={`${plan} ended on ${formatDate(at, timeZone)}`}>
          Your listings stay in the directory as basic listings. You can upgrade again at any time.
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
