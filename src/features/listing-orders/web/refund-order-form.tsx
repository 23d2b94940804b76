import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { AskedForm, centsOf } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { refundOrder, type StaffOrder } from '../staff-contract.ts';

interface RefundOrderFormProps {
  order: StaffOrder;
  onDone: () => void;
}

/** After a part the order goes on, whatever became of its listing. */
interface Wish {
  id: string;
  cents: number;
  reason: string;
  seen?: { status: 'paid' | 'handled'; business: string | null };
}

const seenOf = ({ status, business }: StaffOrder) =>
  status === 'paid' || status === 'handled' ? { seen: { status, business: business?.id ?? null } } : {};

export const givenBack = ({ refunds }: StaffOrder): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

/** Gives the payment of an order back, whole or in parts. */
export function RefundOrderForm({ order, onDone }: RefundOrderFormProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wish = useRef<Wish>({ id: crypto.randomUUID(), cents: 0, reason: '' });
  const { id, email, amountCents } = order;
  const left = amountCents - givenBack(order);
  const paid = formatDollars(amountCents);
  const rest = left === amountCents ? '' : ` Left to give back: ${formatDollars(left)}.`;

  const ask = (form: FormData) => {
    const cents = centsOf(form.get('cents'));
    const reason = String(form.get('reason')).trim();
    const found: Record<string, string> = {};
    if (cents === null || cents === 0) found.cents = 'Please enter an amount, such as 12 or 12.50';
    else if (cents > left) found.cents = `At most ${formatDollars(left)} can be given back`;
    if (!isReason(reason)) found.reason = reasonMissing;
    setErrors(found);
    if (cents === null || Object.keys(found).length > 0) return null;
    const { id: sentOnce } = wish.current;
    wish.current = { id: sentOnce, cents, reason, ...(cents === left && seenOf(order)) };
    const amount = formatDollars(cents);
    return {
      title: cents === amountCents ? `Give back ${amount}?` : `Give back ${amount} of ${paid}?`,
      action: `Refund ${amount}`,
      text: (
        <>
          <p className="break-words">
            <strong>{amount}</strong> goes back to the card that paid. {whatFollows(order, cents === left)}
          </p>
          <p className="text-ink-soft">
            {email ? 'They get an email with your reason. ' : 'They left no email address, so nobody is told. '}
            This cannot be taken back.
          </p>
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const body = wish.current;
    const refused = await run(
      () => withProof(client, () => callApi(client, refundOrder, { params: { id }, body }).then(sent)),
      'The money is on its way back',
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`order-refund:${id}`}
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
        defaultValue={(left / 100).toFixed(2)}
        help={`Paid: ${paid}.${rest} All of it ends the order; less lets it go on.`}
        error={errors.cents}
        className="max-w-48"
        ref={takeFocus}
      />
      <TextArea
        label="Why is the money given back?"
        name="reason"
        help="Who paid reads it in the email; it is kept in the audit log."
        error={errors.reason}
        rows={2}
        maxLength={1000}
      />
    </AskedForm>
  );
}

function whatFollows({ status, premiumUntil, business }: StaffOrder, isWhole: boolean): string {
  if (!isWhole) return 'The order goes on as it is.';
  if (status === 'paid') {
    const ends = 'Nothing of the payment is left then, so the order ends, and no listing is due any more.';
    if (business === null) return ends;
    const rest = business.isPublic
      ? 'stays public: hide it if it is to go'
      : 'goes on waiting in the queue: reject it there';
    return `${ends} ${business.name}, which was begun for it, ${rest}.`;
  }
  const listing = business ? `${business.name} stays as it is` : 'The listing stays as it is';
  return `Nothing of the payment is left then, so the order ends. ${listing}${premiumUntil ? ', and the Premium that came with it ends at once' : ''}.`;
}
