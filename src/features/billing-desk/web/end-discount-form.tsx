import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { type Discount, discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskedForm } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endDiscount, type StaffSubscription } from '../staff-contract.ts';
import { theirs, underWay } from './plan-forms.tsx';
import { ReasonField } from './reason-field.tsx';

interface EndDiscountFormProps {
  subscription: StaffSubscription;
  discount: Discount;
  onDone: () => void;
}

/** The full price counts again, from the next payment on. */
export function EndDiscountForm({ subscription, discount, onDone }: EndDiscountFormProps) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const wish = useRef({ id: crypto.randomUUID(), reason: '' });

  const ask = (form: FormData) => {
    const reason = String(form.get('reason')).trim();
    const found: Record<string, string> = isReason(reason) ? {} : { reason: reasonMissing };
    setErrors(found);
    if (Object.keys(found).length > 0) return null;
    wish.current = { ...wish.current, reason };
    return {
      title: `End ${discountTitle(discount)}?`,
      action: 'End the Discount',
      text: (
        <>
          <p className="break-words">{fullPriceFrom(subscription, timeZone)} What is paid already stays as it is.</p>
          <p className="text-ink-soft">They get an email with your reason. You can give a new discount at any time.</p>
        </>
      ),
    };
  };

  async function send(sent: () => void) {
    const refused = await run(
      () =>
        withProof(client, () =>
          callApi(client, endDiscount, { params: { id: subscription.id }, body: wish.current }),
        ).then(({ answer }) => {
          sent();
          return answer;
        }),
      ({ isUnderWay }) => (isUnderWay ? underWay : 'The discount has ended'),
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`end-discount:${subscription.id}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <ReasonField label="Why does the discount end?" error={errors.reason} />
    </AskedForm>
  );
}

/** 'From the next payment on, ana pays the full price: $29 on June 12, 2027, then $29 a month.' */
function fullPriceFrom(subscription: StaffSubscription, timeZone: string): string {
  const { nextPrice, failedAt, paidThrough, creditedCents } = subscription;
  const price = nextPrice === null ? null : formatDollars(nextPrice.cents);
  const each = nextPrice === null ? '' : `${price} a ${nextPrice.interval}`;
  const pays = `${theirs(subscription)} pays the full price`;
  if (failedAt !== null) {
    const later = `From the one after it on, ${pays}${each && `: ${each}`}.`;
    return `The payment that is owed now stays as it was billed, with the discount. ${later}`;
  }
  const first = price !== null && paidThrough ? `${price} on ${formatDate(paidThrough, timeZone)}, then ${each}` : each;
  const credit = creditedCents > 0 ? ' Credit that is left pays for it before the card does.' : '';
  return `From the next payment on, ${pays}${first && `: ${first}`}.${credit}`;
}
