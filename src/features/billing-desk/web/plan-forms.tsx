import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { discountTime, discountTitle, percentOf } from '#features/billing/held-discount.ts';
import { AskedForm } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { TextField } from '#web/ui/field.tsx';
import { discountPlan, type StaffSubscription } from '../staff-contract.ts';
import { ReasonField } from './reason-field.tsx';

interface PlanFormProps {
  subscription: StaffSubscription;
  onDone: () => void;
}

/** The payment service did not answer in time: the person's money has the row, and what becomes of it. */
export const underWay = 'It is under way: the payment service has not confirmed it yet';

/** The sums that the list shows: the server refuses when a colleague has changed them. */
export const madeGoodOf = ({ creditedCents, refundedCents }: StaffSubscription) => ({ creditedCents, refundedCents });

export const theirs = ({ person }: StaffSubscription) => person?.username ?? 'who pays';

/** A part off the payments of a running plan. */
export function DiscountForm({ subscription, onDone }: PlanFormProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wish = useRef<Parameters<typeof callApi<typeof discountPlan>>[2]['body']>({
    id: crypto.randomUUID(),
    percentOff: 0,
    months: null,
    reason: '',
  });

  const ask = (form: FormData) => {
    const typed = (name: string) => String(form.get(name)).trim();
    const [percentOff, reason] = [percentOf(typed('percentOff')), typed('reason')];
    const months = typed('months') === '' ? null : Number(typed('months'));
    const found: Record<string, string> = {};
    if (percentOff === null) found.percentOff = 'Please enter a number from 1 to 100';
    if (months !== null && (!Number.isInteger(months) || months < 1 || months > 36)) {
      found.months = 'Please enter 1 to 36, or nothing';
    }
    if (!isReason(reason)) found.reason = reasonMissing;
    setErrors(found);
    if (percentOff === null || Object.keys(found).length > 0) return null;
    const { discount } = subscription;
    wish.current = { ...wish.current, percentOff, months, reason, was: discount };
    const time = discountTime(months);
    return {
      title: `${percentOff}% off ${time}?`,
      action: 'Give the Discount',
      text: (
        <>
          <p className="break-words">
            From the next payment on, {theirs(subscription)} pays <strong>{percentOff}% less</strong>, {time}. What is
            paid already stays as it is.
            {discount ? ` The ${discountTitle(discount)} that the plan has now is replaced.` : ''}
          </p>
          <p className="text-ink-soft">They get an email with your reason.</p>
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const refused = await run(
      () =>
        withProof(client, () =>
          callApi(client, discountPlan, { params: { id: subscription.id }, body: wish.current }),
        ).then(({ answer }) => {
          sent();
          return answer;
        }),
      ({ isUnderWay }) => (isUnderWay ? underWay : 'The discount is given'),
    );

    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`discount:${subscription.id}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Percent off"
          name="percentOff"
          inputMode="numeric"
          autoComplete="off"
          error={errors.percentOff}
        />
        <TextField
          label="Months"
          name="months"
          inputMode="numeric"
          autoComplete="off"
          help="Empty: for as long as the plan runs."
          error={errors.months}
        />
      </div>
      <ReasonField error={errors.reason} />
    </AskedForm>
  );
}
