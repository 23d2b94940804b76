import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { beginListing, type StaffOrder } from '../staff-contract.ts';
import { notTaken } from '../taken-fields.ts';

/** Makes a listing from what the buyer sent; staff complete and approve it on its own page. */
export function BeginListingForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const client = useQueryClient();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { isPending, run } = useStaffAction();
  const [error, setError] = useState<string>();
  const leftOut = notTaken(order.details);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const category = String(new FormData(event.currentTarget).get('category') ?? '');
    if (category === '') {
      setError('Please choose a category');
      return;
    }
    const act = () => callApi(client, beginListing, { params: { id: order.id }, body: { category } });
    const refused = await run(act, 'The listing is begun: complete and approve it');
    if (refused === null) onClose();
    else setError(refused.category);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-3 border-line border-t pt-3">
      <SelectField
        label="Category of the listing"
        name="category"
        defaultValue=""
        help={order.details?.kind ? `They wrote: ${order.details.kind}` : undefined}
        error={error}
        ref={takeFocus}
      >
        <option value="">Choose one</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="text-14 text-ink-soft">
        It takes over name, address, phone, website and the words about the business. Hours, pictures and the rest you
        add on its page. It goes to who paid when you mark the order done.
      </p>
      {leftOut.length > 0 ? (
        <p className="rounded-control bg-gold-ground p-3 font-semibold text-14">
          It cannot take over {leftOut.join(', ')}: that fits no field of a listing. Please ask, or add what is meant on
          its page.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : 'Begin the listing'}
        </Button>
        <Button look="secondary" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
