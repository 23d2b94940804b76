import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskedForm, centsOf } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { TextField } from '#web/ui/field.tsx';
import { cashDoubt } from '../cash-doubt.ts';
import { faultOfReceivedDay } from '../plan-days.ts';
import { correctCash } from '../plans-contract.ts';
import { type CashFormProps, type CashPlan, present } from './cash-plan.ts';
import { FormHeading } from './form-heading.tsx';
import { ReasonField } from './reason-field.tsx';

/** Puts a booking right that was typed wrongly. */
export function CorrectCashForm({ plan, username, onDone }: CashFormProps) {
  const client = useQueryClient();
  const { timeZone, prices } = useCity();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [id] = useState(() => crypto.randomUUID());
  const wish = useRef<Parameters<typeof callApi<typeof correctCash>>[2]['body']>(null);

  const ask = (form: FormData) => {
    const typed = (name: string) => String(form.get(name) ?? '').trim();
    const [reason, receivedOn, reference] = [typed('reason'), typed('receivedOn'), typed('reference')];
    const cents = centsOf(form.get('cents'));
    const found = faultsOf(plan, { cents, receivedOn, reference, reason }, dayOf(new Date(), timeZone));
    setErrors(found);
    if (cents === null || Object.keys(found).length > 0) return null;
    const was = { cents: plan.cents, receivedOn: plan.receivedOn, reference: plan.reference };
    wish.current = { id, cents, receivedOn, reference, reason, was };
    const day = (value: string) => formatDate(startOfDay(value, timeZone), timeZone);
    return {
      title: 'Correct the booking?',
      action: 'Yes, correct it',
      doubt: cents === plan.cents ? null : cashDoubt(cents, prices),
      text: (
        <>
          <p className="font-semibold [overflow-wrap:anywhere]">
            {bookingText(plan.cents, plan.receivedOn && day(plan.receivedOn), plan.reference)} becomes{' '}
            {bookingText(cents, day(receivedOn), reference)}.
          </p>
          <p>The sums of the month, the files and the bill have it right from now on. Premium stays as it is.</p>
          {username === null ? null : <p className="text-ink-soft">{username} gets a corrected receipt by email.</p>}
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const body = wish.current;
    if (!body) return;
    const params = { id: plan.id };
    const refused = await run(
      () => withProof(client, () => callApi(client, correctCash, { params, body }).then(sent)),
      'The booking is corrected',
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`correct-cash:${plan.id}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <FormHeading>Correct the booking</FormHeading>
      <p className="text-16 text-ink-soft">
        For what was typed wrongly. Money that went back or never came has a form of its own.
      </p>
      <BookingFields plan={plan} errors={errors} />
      <ReasonField label="What was wrong?" error={errors.reason} />
    </AskedForm>
  );
}

const bookingText = (cents: number | null, day: string | null, reference: string | null) =>
  [formatDollars(cents ?? 0), day && `received ${day}`, reference && `reference ${reference}`]
    .filter(Boolean)
    .join(', ');

interface Typed {
  cents: number | null;
  receivedOn: string;
  reference: string;
  reason: string;
}

/** The faults by field, so that nothing is asked that the server would refuse. */
function faultsOf(plan: CashPlan, { cents, receivedOn, reference, reason }: Typed, today: string) {
  const isSame = cents === plan.cents && receivedOn === plan.receivedOn && reference === (plan.reference ?? '');
  const tooLittle = `${formatDollars(plan.goneCents)} of it went back or never came: it cannot have been less`;
  return present({
    cents: !cents
      ? 'Please enter an amount, such as 290 or 290.00'
      : cents < plan.goneCents
        ? tooLittle
        : isSame
          ? 'This is what is booked already'
          : undefined,
    receivedOn:
      receivedOn === '' ? 'Please enter the day on which the money came' : faultOfReceivedDay(receivedOn, today),
    reason: isReason(reason) ? undefined : 'Please say what was wrong',
  });
}

function BookingFields({ plan, errors }: { plan: CashPlan; errors: Record<string, string> }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Amount in dollars"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={((plan.cents ?? 0) / 100).toFixed(2)}
        error={errors.cents}
      />
      <TextField
        label="Received on"
        name="receivedOn"
        type="date"
        defaultValue={plan.receivedOn ?? ''}
        error={errors.receivedOn}
      />
      <TextField
        label="Reference"
        name="reference"
        maxLength={100}
        autoComplete="off"
        defaultValue={plan.reference ?? ''}
        error={errors.reference}
      />
    </div>
  );
}
