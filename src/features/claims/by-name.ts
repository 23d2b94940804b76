import { foldText } from '#shared/fold-text.ts';

const key = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');

interface Named {
  name: string;
}

/** Splits what a search found: `named` begin with the words of the search, those with exactly this name first. */
export function byName<Business extends Named>(
  found: readonly Business[],
  search: string,
): { named: Business[]; others: Business[] } {
  const wanted = key(search);
  const isNamed = ({ name }: Named) => wanted !== '' && `${key(name)} `.startsWith(`${wanted} `);
  const isExact = ({ name }: Named) => key(name) === wanted;
  const named = found.filter(isNamed);
  return {
    named: [...named.filter(isExact), ...named.filter((business) => !isExact(business))],
    others: found.filter((business) => !isNamed(business)),
  };
}
