/** The parameters that routes read: kept by the type checker, and by a search for ways around it. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PageArgs, PageProps } from '#web/page.ts';
import { route } from './route.ts';

const searching = async () => ({
  queries: ({ search }: PageArgs<'search' | 'cursor'>) => (search.get('search') === search.get('cursor') ? [] : []),
  Page: ({ search }: PageProps<'month'>) => search.get('month'),
});
const silent = async () => ({ Page: () => null });
const who = 'anyone';

it('declares what its page reads', () => {
  const entry = route('/a', 'a.tsx', searching, {
    who,
    reads: { search: 'shared', cursor: 'shared', month: 'browser' },
  });
  expect(Object.keys(entry.reads)).toEqual(['search', 'cursor', 'month']);
  route('/a', 'a.tsx', silent, { who, reads: {} });
});

const named = { search: 'shared', cursor: 'shared' } as const;

it('does not compile with a parameter too few or too many, or without saying who may', () => {
  // @ts-expect-error: its page reads `month`, too
  route('/a', 'a.tsx', searching, { who, reads: { ...named } });
  // @ts-expect-error: nothing reads `page`
  route('/a', 'a.tsx', searching, { who, reads: { ...named, month: 'shared', page: 'shared' } });
  // @ts-expect-error: nothing reads `page`
  route('/a', 'a.tsx', silent, { who, reads: { page: 'shared' } });
  // @ts-expect-error: for whom?
  route('/a', 'a.tsx', silent, { reads: {} });
  // @ts-expect-error: a page cannot ask for what it does not name
  const page = ({ search }: PageProps) => search.get('page');
  expect(page).toBeTypeOf('function');
});

/** These pass the address on, or belong to the staff area, whose pages are never stored. */
const allowed = [
  'src/app/pages/route-components.tsx',
  'src/features/accounts/web/sign-in-guard.tsx',
  'src/features/accounts/web/use-invited.ts',
  'src/features/accounts/web/use-sign-in.ts',
  'src/features/saved-filters/web/saved-filters.tsx',
  'src/features/staff-frame/web/use-filter.ts',
  'src/features/staff-frame/web/use-staff-action.ts',
  'src/routes/staff.tsx',
  'src/routes/staff/event.tsx',
  'src/web/router/router.tsx',
];

it('no page reads the address in another way', () => {
  const otherWay =
    /useSearchParams|location\.search|\{[^{}]*\bsearch\b[^{}]*\} = (useLocation\(|window\.location|location)|nextPage\(here\)/;
  const files = globSync('src/{app,routes,web,features}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const found = files.filter((file) => otherWay.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(allowed);
});
