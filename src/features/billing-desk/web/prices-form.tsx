import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { PriceName, Prices } from '#shared/prices.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import { priceFields, priceHints, readDollars, writeDollars } from '../price-fields.ts';
import { putPrices, resetPrices, type StaffPrices } from '../prices-contract.ts';
import { PricePreview } from './price-preview.tsx';

type Typed = Record<PriceName, string>;

const typed = (prices: Prices) =>
  Object.fromEntries(priceFields.map(({ name }) => [name, writeDollars(prices[name])])) as Typed;

const noDollars = 'Please enter dollars, such as 25';

/** The amounts, and what people will read. A field that is no amount counts as it is stored. */
export function PricesForm({ prices }: { prices: StaffPrices }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { changedAt, changedBy, packValue } = prices;
  const kept = useKept({ thing: 'prices', noun: 'price list' }, typed(prices.value), changedAt);
  const draft = kept.value;
  const [errors, setErrors] = useState<FieldErrors>({});
  const read = priceFields.map(({ name }) => [name, readDollars(draft[name])] as const);
  const shown = Object.fromEntries(read.map(([name, cents]) => [name, cents ?? prices.value[name]])) as Prices;
  const hints = priceHints(shown);

  /** The pages around this one name prices too. */
  const refreshTown = () => client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = read.flatMap(([name, cents]) => (cents === null ? [[name, noDollars] as const] : []));
    const refused =
      wrong.length > 0
        ? Object.fromEntries(wrong)
        : await run(async () => {
            await callApi(client, putPrices, { body: { value: Object.fromEntries(read), changedAt: kept.version } });
            kept.settle(draft);
          }, 'Saved. New purchases cost this from now on');
    setErrors(refused ?? {});
    if (refused === null) return refreshTown();
    kept.catchUp(refused);
    focusFirstInvalid(form, refused);
  }
  async function reset() {
    const refused = await run(async () => {
      await callApi(client, resetPrices, {});
      kept.settle(typed(packValue));
      setErrors({});
    }, "Back to the city pack's prices");
    if (refused === null) await refreshTown();
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card className="h-fit p-5 sm:p-8">
        <form noValidate onSubmit={(event) => void save(event)} aria-labelledby="amounts" className="grid gap-4">
          {kept.notice}
          <div>
            <h2 id="amounts" className="text-21">
              Amounts in dollars
            </h2>
            <p className="mt-1 text-16 text-ink-soft">
              For everybody who buys from now on. Plans that run keep the price at which they were bought, and claims
              that wait keep theirs.
            </p>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            {priceFields.map(({ name, label, help }) => (
              <TextField
                key={name}
                label={label}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={draft[name]}
                help={help}
                error={errors[name]}
                onChange={({ target }) => kept.set((before) => ({ ...before, [name]: target.value }))}
              />
            ))}
          </div>
          {hints.length > 0 ? (
            <ul role="status" className="grid gap-1 text-16 text-gold">
              {hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          ) : null}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Saving...' : 'Save'}
            </Button>
            {changedAt ? (
              <>
                <SmallButton disabled={isPending} onClick={() => void reset()}>
                  Back to the city pack
                </SmallButton>
                <span className="text-14 text-ink-soft">
                  Changed <Moment at={changedAt} />
                  {changedBy ? ` by ${changedBy}` : ''}
                </span>
              </>
            ) : (
              <span className="text-14 text-ink-soft">As in the city pack</span>
            )}
          </div>
        </form>
      </Card>
      <PricePreview prices={shown} />
    </div>
  );
}
