import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { AskedForm, centsOf } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { TextField } from '#web/ui/field.tsx';
import { getLastPayment } from '../card-plan-contract.ts';
import { creditPerson, type StaffSubscription } from '../staff-contract.ts';
import { madeGoodOf, theirs, underWay } from './plan-forms.tsx';
import { ReasonField } from './reason-field.tsx';

interface CreditFormProps {
  subscription: StaffSubscription;
  onDone: () => void;
}

/** Money that pays for what is due next, before the card does. */
export function CreditForm({ subscription, onDone }: CreditFormProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { data: payment, error } = useQuery(endpointQuery(getLastPayment, { params: { id: subscription.id } }));
  const wish = useRef({ id: crypto.randomUUID(), cents: 0, reason: '', madeGood: madeGoodOf(subscription) });

  const left = payment?.creditableCents ?? 0;
  if (payment === undefined || left === 0)
    return <NoPayment isKnown={payment !== undefined} isFailed={error !== null} />;

  const ask = (form: FormData) => {
    const cents = centsOf(form.get('cents'));
    const reason = String(form.get('reason')).trim();
    const found: Record<string, string> = {};
    if (cents === null || cents === 0) found.cents = 'Please enter an amount, such as 12 or 12.50';
    else if (cents > left) found.cents = `At most ${formatDollars(left)} of the last payment can be credited`;
    if (!isReason(reason)) found.reason = reasonMissing;
    setErrors(found);
    if (cents === null || Object.keys(found).length > 0) return null;
    wish.current = { ...wish.current, cents, reason, madeGood: madeGoodOf(subscription) };
    return {
      title: `Credit ${formatDollars(cents)}?`,
      action: `Credit ${formatDollars(cents)}`,
      text: (
        <>
          <p className="break-words">
            The next payments of {theirs(subscription)} are lower by <strong>{formatDollars(cents)}</strong> in all. The
            plan goes on, and nothing goes back to the card.
          </p>
          <p className="text-ink-soft">They get an email with your reason. This cannot be taken back here.</p>
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const refused = await run(
      () =>
        withProof(client, () =>
          callApi(client, creditPerson, { params: { id: subscription.id }, body: wish.current }),
        ).then(({ answer }) => {
          sent();
          return answer;
        }),
      ({ isUnderWay }) => (isUnderWay ? underWay : 'The credit is given'),
    );

    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`credit:${subscription.id}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <TextField
        label="Amount in dollars"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        help={`Paid last: ${formatDollars(payment.cents ?? 0)}. At most ${formatDollars(left)} can be credited: what was given back or credited of it does not count.`}
        error={errors.cents}
        className="max-w-48"
      />
      <ReasonField error={errors.reason} />
    </AskedForm>
  );
}

/** Says why there is no form. */
function NoPayment({ isKnown, isFailed }: { isKnown: boolean; isFailed: boolean }) {
  const unknown = isFailed ? 'The payment service does not answer right now.' : 'Loading...';
  return (
    <p role="status" className="basis-full border-line border-t pt-3">
      {isKnown ? 'Nothing has been paid for this, or all of it was given back or credited already.' : unknown}
    </p>
  );
}
