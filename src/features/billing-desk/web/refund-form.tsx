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
import { refundSubscription, type StaffSubscription } from '../staff-contract.ts';
import { madeGoodOf } from './plan-forms.tsx';
import { ReasonField } from './reason-field.tsx';

interface RefundFormProps {
  subscription: StaffSubscription;
  onDone: () => void;
}

/** Gives the last payment back, whole or in part. */
export function RefundForm({ subscription, onDone }: RefundFormProps) {
  const { id, kind, person, business, isHandedOver } = subscription;
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { data: payment, error } = useQuery(endpointQuery(getLastPayment, { params: { id } }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wish = useRef({ id: crypto.randomUUID(), cents: 0, reason: '', madeGood: madeGoodOf(subscription) });
  const left = payment?.leftCents ?? 0;

  if (payment === undefined || left === 0) {
    return (
      <p role="status" className="basis-full border-line border-t pt-3">
        {payment === undefined
          ? error
            ? 'The payment service does not answer right now.'
            : 'Loading...'
          : 'Nothing has been paid for this, or it was given back already.'}
      </p>
    );
  }

  const ask = (form: FormData) => {
    const cents = centsOf(form.get('cents'));
    const reason = String(form.get('reason')).trim();
    const found: Record<string, string> = {};
    if (cents === null || cents === 0) found.cents = 'Please enter an amount, such as 12 or 12.50';
    else if (cents > left) found.cents = `At most ${formatDollars(left)} can be given back`;
    if (!isReason(reason)) found.reason = reasonMissing;
    setErrors(found);
    if (cents === null || Object.keys(found).length > 0) return null;
    wish.current = { ...wish.current, cents, reason, madeGood: madeGoodOf(subscription) };
    const isWhole = cents === left;
    return {
      title: `Give back ${formatDollars(cents)}?`,
      action: `Refund ${formatDollars(cents)}`,
      text: (
        <>
          <p className="break-words">
            <strong>{formatDollars(cents)}</strong> goes back to the card of {person?.username ?? 'who paid'}.{' '}
            {isWhole ? 'Nothing of the payment is left then, so the plan ends at once.' : 'The plan goes on.'}{' '}
            {isWhole && kind !== 'owner_premium' ? (
              <strong>
                {isHandedOver
                  ? `${business?.name ?? 'The listing'} was handed over with the time that this payment pays for. Its new owner loses it then, unless they have given a card themselves.`
                  : `${business?.name ?? 'The listing'} has no owner any more then, and somebody else may claim it.`}
              </strong>
            ) : null}
          </p>
          <p className="text-ink-soft">They get an email with your reason. This cannot be taken back.</p>
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const body = wish.current;
    const refused = await run(
      () => withProof(client, () => callApi(client, refundSubscription, { params: { id }, body }).then(sent)),
      'The money is on its way back',
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm thing={`refund:${id}`} label="Go On" isPending={isPending} onAsk={ask} onSure={send} onCancel={onDone}>
      <TextField
        label="Amount in dollars"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={(left / 100).toFixed(2)}
        help={`Paid last: ${formatDollars(payment.cents ?? 0)}. Left to give back: ${formatDollars(left)}. All of it ends the plan at once; less lets it go on.`}
        error={errors.cents}
        className="max-w-48"
      />
      <ReasonField label="Why is the money given back?" error={errors.reason} />
    </AskedForm>
  );
}
