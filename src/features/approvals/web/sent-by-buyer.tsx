import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DetailField, detailFields } from '#features/listing-orders/details-fields.ts';
import { takeOverDetails } from '#features/listing-orders/staff-contract.ts';
import { notAsSent, notTaken, type takenFields } from '#features/listing-orders/taken-fields.ts';
import { Fact } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import type { StaffBusiness } from '../contract.ts';

type TakenField = (typeof takenFields)[number];

/** Facts for which the listing has no field that takes them as they are. */
const forReading: readonly DetailField[] = ['kind', 'hours', 'more'];

/** The buyer's words that the begun listing does not have, and the button that takes them over. */
export function SentByBuyer({ business }: { business: StaffBusiness }) {
  const { order, version } = business;
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [chosen, setChosen] = useState<readonly TakenField[]>([]);
  if (!order?.isOpen || !order.details) return null;
  const { details } = order;
  const different = notAsSent(details, business);
  const isEmpty = different.some(({ ours }) => ours === '');
  const leftOut = notTaken(details);
  const read = forReading.filter((field) => details[field] !== '');
  if (different.length === 0 && leftOut.length === 0 && read.length === 0) return null;
  const takeOver = async () => {
    const act = () =>
      callApi(client, takeOverDetails, { params: { id: order.id }, body: { replace: [...chosen], version } });
    if ((await run(act, 'Taken over')) === null) setChosen([]);
  };
  return (
    <section
      aria-label="What the buyer sent"
      className="grid gap-3 rounded-control border border-gold-line bg-gold-ground p-4 text-16"
    >
      <p className="font-semibold text-18">What the buyer sent</p>
      <dl className="grid gap-3">
        {different.map(({ field, ours, theirs }) => (
          <Fact key={field} name={detailFields[field].label} isWide>
            <span className="block whitespace-pre-line">{theirs}</span>
            {ours === '' ? (
              <span className="block text-14 text-ink-soft">The listing says nothing there yet.</span>
            ) : (
              <>
                <span className="block text-14 whitespace-pre-line text-ink-soft">The listing says: {ours}</span>
                <label className="inline-flex min-h-11 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={chosen.includes(field)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(checked ? [...chosen, field] : chosen.filter((one) => one !== field))
                    }
                  />
                  Put theirs in its place
                  <span className="sr-only">: {detailFields[field].label}</span>
                </label>
              </>
            )}
          </Fact>
        ))}
        {read.map((field) => (
          <Fact key={field} name={detailFields[field].label} isWide>
            <span className="whitespace-pre-line">{details[field]}</span>
          </Fact>
        ))}
        {leftOut.length > 0 ? (
          <Fact name="Fits no field of the listing" isWide>
            {leftOut.join(', ')}
          </Fact>
        ) : null}
      </dl>
      {different.length > 0 ? (
        <Button
          className="justify-self-start"
          disabled={isPending || (!isEmpty && chosen.length === 0)}
          onClick={() => void takeOver()}
        >
          {isPending ? 'Saving...' : 'Take over what they sent'}
        </Button>
      ) : null}
    </section>
  );
}
