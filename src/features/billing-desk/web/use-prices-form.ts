/** The form of the prices: what is typed, its faults, the question before a large change, and the way back. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { PriceName, Prices } from '#shared/prices.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { isLeap, priceChanges, priceFields, priceHints, readDollars, writeDollars } from '../price-fields.ts';
import { putPrices, resetPrices, type StaffPrices } from '../prices-contract.ts';

export type Typed = Record<PriceName, string>;

const typed = (prices: Prices) =>
  Object.fromEntries(priceFields.map(({ name }) => [name, writeDollars(prices[name])])) as Typed;

const noDollars = 'Please enter dollars, such as 25';

/** A field that is no amount counts as it is stored. */
export function usePricesForm(prices: StaffPrices) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { changedAt, packValue } = prices;
  const kept = useKept({ thing: 'prices', noun: 'price list' }, typed(prices.value), changedAt);
  const draft = kept.value;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [asked, setAsked] = useState<{ changes: readonly string[]; form: HTMLFormElement }>();
  const read = priceFields.map(({ name }) => [name, readDollars(draft[name])] as const);
  const shown = Object.fromEntries(read.map(([name, cents]) => [name, cents ?? prices.value[name]])) as Prices;
  const hints = priceHints(shown);

  /** The pages around this one name prices too. */
  const refreshTown = () => client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);

  /** Undoes a change that led to `after`; refused where a colleague has changed them since. */
  async function putBack(after: StaffPrices) {
    await callApi(client, putPrices, { body: { value: prices.value, changedAt: after.changedAt } });
    kept.follow(typed(prices.value));
    await refreshTown();
  }
  const undo = (after: StaffPrices) => ({ about: 'prices', putBack: () => putBack(after) });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = read.flatMap(([name, cents]) => (cents === null ? [[name, noDollars] as const] : []));
    if (wrong.length > 0) {
      setErrors(Object.fromEntries(wrong));
      return focusFirstInvalid(form, Object.fromEntries(wrong));
    }
    if (isLeap(prices.value, shown)) setAsked({ changes: priceChanges(prices.value, shown), form });
    else void save(form);
  }

  async function save(form: HTMLFormElement) {
    const refused = await run(
      async () => {
        const body = { value: Object.fromEntries(read), changedAt: kept.version };
        const { answer } = await callApi(client, putPrices, { body });
        kept.settle(draft);
        return answer;
      },
      'Saved. New purchases cost this from now on',
      undo,
    );
    setErrors(refused ?? {});
    if (refused === null) return refreshTown();
    kept.catchUp(refused);
    focusFirstInvalid(form, refused);
  }
  async function reset() {
    const refused = await run(
      async () => {
        const { answer } = await callApi(client, resetPrices, { query: { changedAt: changedAt ?? undefined } });
        kept.settle(typed(packValue));
        setErrors({});
        return answer;
      },
      'Back to the original prices',
      undo,
    );
    if (refused === null) await refreshTown();
  }
  return {
    ...{ isPending, refusal, kept, draft, errors, shown, hints, submit, reset },
    /** All changes, where one of them is so large that they are asked about; undefined: none is. */
    changes: asked?.changes,
    /** The answers to that question. */
    confirm: () => void (asked && save(asked.form)),
    closeQuestion: () => setAsked(undefined),
  };
}
