import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { TextField } from '#web/ui/field.tsx';
import { addressHint } from '../address-hint.ts';
import { addressesQuery } from './owner-queries.ts';
import { useSettled } from './use-settled.ts';

/** Offers whole addresses once a house number and two letters of the street are there; anything else may be typed. */
export function AddressField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'value'> & { value: string }) {
  const city = useCity();
  const listId = useId();
  const typed = useSettled(props.value.trim());
  const { data = [] } = useQuery({
    ...addressesQuery(typed),
    enabled: /^\d\S* \S{2}/.test(typed),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextField
        label="Address"
        marked
        required
        autoComplete="street-address"
        placeholder={city.addressPlaceholder}
        help="Street and number, town, state and ZIP code."
        list={listId}
        hint={props.error ? '' : addressHint(props.value)}
        {...props}
      />
      <datalist id={listId}>
        {data.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
    </>
  );
}
