import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskedForm, centsOf } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { addDays, dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { TextField } from '#web/ui/field.tsx';
import { cashDoubt } from '../cash-doubt.ts';
import { faultOfLastDay, faultOfReceivedDay, lastDayOfYear } from '../plan-days.ts';
import { grantPlan } from '../plans-contract.ts';
import type { StaffMoneyAct } from '../staff-contract.ts';
import { FormHeading } from './form-heading.tsx';
import { ReasonField } from './reason-field.tsx';

interface PlanFormProps {
  personId: string;
  username: string;
  kind: 'complimentary' | 'cash';
  /** They pay for Premium by card, which goes on beside this plan. */
  paysByCard: boolean;
  /** They have Premium from elsewhere until this moment. */
  premiumUntil: string | null;
  /** The newest plan that the list below shows; null for none, undefined while there is no list. */
  lastPlan: string | null | undefined;
  /** The cash plans that are booked for this person. */
  booked: readonly Pick<StaffMoneyAct, 'reference' | 'receipt'>[];
  onDone: () => void;
}

/** Premium without a card: a present, or paid in cash or by check. */
export function PlanForm({
  personId,
  username,
  kind,
  paysByCard,
  premiumUntil,
  lastPlan,
  booked,
  onDone,
}: PlanFormProps) {
  const client = useQueryClient();
  const { timeZone, prices } = useCity();
  const today = dayOf(new Date(), timeZone);
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isCash = kind === 'cash';
  const wish = useRef<Parameters<typeof callApi<typeof grantPlan>>[2]['body']>(null);
  const [id] = useState(() => crypto.randomUUID());
  const hasUntil = premiumUntil === null ? null : dayOf(premiumUntil, timeZone);
  const firstNewDay = hasUntil === null ? today : addDays(hasUntil, 1);

  const ask = (form: FormData) => {
    const typed = (name: string) => String(form.get(name) ?? '').trim();
    const [lastDay, reason, receivedOn] = [typed('lastDay'), typed('reason'), typed('receivedOn')];
    const reference = typed('reference');
    const cents = centsOf(form.get('cents'));
    const found = faultsOf({ isCash, lastDay, reason, receivedOn, cents }, today);
    setErrors(found);
    if (Object.keys(found).length > 0) return null;
    const cash = isCash && cents !== null ? { cents, receivedOn, reference } : {};
    wish.current = { id, kind, lastDay, reason, ...cash, lastPlan };
    const until = formatDate(startOfDay(lastDay, timeZone), timeZone);
    const addsNothing = lastDay < firstNewDay;
    const cashPeriod = { from: addsNothing ? today : firstNewDay, lastDay };
    const twin = reference === '' ? undefined : booked.find((one) => one.reference === reference);
    const doubt = twin
      ? `Reference ${reference} is booked for ${username} already${twin.receipt ? `, with receipt ${twin.receipt}` : ''}. Is this another payment?`
      : addsNothing
        ? `This adds nothing: ${username} has Premium until ${premiumUntil && formatDate(premiumUntil, timeZone)} already.`
        : isCash && cents !== null
          ? cashDoubt(cents, prices, cashPeriod)
          : null;
    return {
      title: `Premium for ${username} until ${until}?`,
      action: 'Give Premium',
      doubt,
      text: (
        <Consequence
          {...{ username, until, isCash, paysByCard, addsNothing }}
          premiumUntil={premiumUntil && formatDate(premiumUntil, timeZone)}
          receipt={
            isCash && cents !== null
              ? `${formatDollars(cents)}, received on ${formatDate(startOfDay(receivedOn, timeZone), timeZone)}${reference === '' ? ', without a reference' : `, reference ${reference}`}`
              : null
          }
        />
      ),
    };
  };

  async function send(sent: () => void) {
    const body = wish.current;
    if (!body) return;
    const refused = await run(
      () => withProof(client, () => callApi(client, grantPlan, { params: { id: personId }, body }).then(sent)),
      `${username} has Premium now`,
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`grant-${kind}:${personId}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <FormHeading>{isCash ? 'Premium, paid in cash or by check' : 'Complimentary Premium'}</FormHeading>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Last day with Premium"
          name="lastDay"
          type="date"
          defaultValue={isCash ? lastDayOfYear(firstNewDay) : undefined}
          help={helpOfLastDay(isCash, premiumUntil && formatDate(premiumUntil, timeZone))}
          error={errors.lastDay}
        />
        {isCash ? <CashFields errors={errors} prices={prices} /> : null}
      </div>
      <ReasonField label={isCash ? 'What is it for?' : 'Why?'} error={errors.reason} />
    </AskedForm>
  );
}

interface ConsequenceProps extends Pick<PlanFormProps, 'username' | 'paysByCard' | 'premiumUntil'> {
  until: string;
  isCash: boolean;
  /** They have Premium for longer already. */
  addsNothing: boolean;
  /** The amount and the facts of the receipt; null: nobody pays. */
  receipt: string | null;
}

/** Says in the question what the plan does, and what the person reads. */
function Consequence({ username, until, isCash, paysByCard, premiumUntil, addsNothing, receipt }: ConsequenceProps) {
  return (
    <>
      <p className="break-words">
        {addsNothing ? (
          'Their Premium goes on as before. '
        ) : (
          <>
            All listings of {username} have Premium up to and including <strong>{until}</strong>, also those added
            later. It begins at once and ends by itself.{' '}
          </>
        )}
        {isCash ? 'No card is charged.' : 'Nothing is charged.'}
      </p>
      {receipt === null ? null : (
        <p className="font-semibold [overflow-wrap:anywhere]">The email is a receipt for {receipt}.</p>
      )}
      {premiumUntil !== null && !addsNothing ? (
        <p className="font-semibold">
          They have Premium until {premiumUntil} already. The two run side by side: this one adds the days after that.
        </p>
      ) : null}
      {paysByCard ? (
        <p className="font-semibold">They also pay for Premium by card. That goes on until they cancel it.</p>
      ) : null}
      <p className="text-ink-soft">
        {addsNothing ? 'They get an email now.' : 'They get an email now, two weeks before the end, and at the end.'}
      </p>
    </>
  );
}

function helpOfLastDay(isCash: boolean, hasUntil: string | null): string | undefined {
  if (!isCash) return hasUntil === null ? undefined : `They have Premium until ${hasUntil} already.`;
  const from =
    hasUntil === null ? 'A year from today.' : `A year after ${hasUntil}, until when they have Premium already.`;
  return `${from} Put another day here for less or more.`;
}

function CashFields({ errors, prices }: { errors: Record<string, string>; prices: Prices }) {
  return (
    <>
      <TextField
        label="Amount in dollars"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        help={`Premium costs ${formatDollars(prices.premiumYear)} a year, ${formatDollars(prices.premiumMonth)} a month.`}
        error={errors.cents}
      />
      <TextField label="Received on" name="receivedOn" type="date" error={errors.receivedOn} />
      <TextField
        label="Reference"
        name="reference"
        maxLength={100}
        autoComplete="off"
        help="The number of the check, or of your receipt."
        error={errors.reference}
      />
    </>
  );
}

interface Typed {
  isCash: boolean;
  lastDay: string;
  reason: string;
  receivedOn: string;
  cents: number | null;
}

/** The faults by field, so that nothing is asked that the server would refuse. */
function faultsOf({ isCash, lastDay, reason, receivedOn, cents }: Typed, today: string): Record<string, string> {
  const faults = {
    lastDay: lastDay === '' ? 'Please enter a date' : faultOfLastDay(lastDay, today),
    reason: isReason(reason) ? undefined : isCash ? 'Please say what it is for' : reasonMissing,
    cents: isCash && !cents ? 'Please enter an amount, such as 290 or 290.00' : undefined,
    receivedOn: !isCash
      ? undefined
      : receivedOn === ''
        ? 'Please enter the day on which the money came'
        : faultOfReceivedDay(receivedOn, today),
  };
  return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault ? [[name, fault]] : [])));
}
