/** Finds variables of the environment whose names look like a misspelt setting of the site. */
import { variableNames } from './env.ts';
import { letterDistance } from './letter-distance.ts';

interface Misspelt {
  name: string;
  meant: string;
}

/** Short names are near to too many others: HOME is no misspelt HOST. */
const maxDistance = (name: string) => (name.length < 6 ? 1 : 2);

/** One entry for each unknown variable that is nearly the name of a known one. */
export function misspeltVariables(source: Readonly<Record<string, string | undefined>>): Misspelt[] {
  const known = new Set(variableNames);
  return Object.keys(source)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = variableNames.find((one) => {
        const isNear = Math.abs(one.length - name.length) <= 2;
        return isNear && letterDistance(name.toUpperCase(), one) <= maxDistance(one);
      });
      return meant === undefined ? [] : [{ name, meant }];
    });
}
