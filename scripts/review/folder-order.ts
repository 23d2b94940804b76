/** The order of folders: a file imports from its own folder and from folders further down the list. */
import type { Code } from './read-sources.ts';

/** Folders of the same line do not import each other. */
type Order = readonly (readonly string[])[];

export const srcOrder: Order = [['app'], ['routes'], ['features'], ['server', 'web'], ['shared']];

/** The folders of sandbox/stripe. Its own files ('') put them together. */
export const sandboxOrder: Order = [
  ['testing'],
  [''],
  ['resources'],
  ['pages'],
  ['portal', 'stripe-js'],
  ['checkout'],
  ['billing'],
  ['engine'],
  ['api'],
];

/** The rooms of src/app. No file stands outside of them. */
export const appOrder: Order = [['cli'], ['processes', 'docs'], ['front'], ['feeds', 'api'], ['pages', 'wiring']];

const folderIn = (start: string) => (file: string) => {
  if (!file.startsWith(start)) return undefined;
  const rest = file.slice(start.length);
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : '';
};

export const folderOfSrc = folderIn('src/');
export const folderOfApp = folderIn('src/app/');
export const folderOfSandbox = folderIn('sandbox/stripe/');

/** Lists imports against the order, and of folders that the order does not know. Tests may import everything. */
export const arrowsUp =
  (order: Order, folderOf: (file: string) => string | undefined) =>
  ({ code }: { code: readonly Code[] }): string[] => {
    const rank = (folder: string) => order.findIndex((names) => names.includes(folder));
    return code
      .filter(({ isTest }) => !isTest)
      .flatMap(({ file, imports }) => {
        const own = folderOf(file);
        if (own === undefined) return [];
        return imports.flatMap(({ from }) => {
          const other = folderOf(from);
          if (other === undefined || other === own) return [];
          return rank(own) !== -1 && rank(own) < rank(other) ? [] : [`${file}: ${from}`];
        });
      });
  };
