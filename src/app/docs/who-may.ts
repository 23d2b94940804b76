/** docs/who-may.md: everybody who may make which call and see which page, on one page, written from the contracts. */
import { asksSecondFactor, type EndpointShape, needsCsrfToken, type Who } from '#shared/endpoint.ts';
import { hasRight } from '#shared/has-right.ts';
import { type NeededRights, staffRights } from '#shared/staff-rights.ts';

const kinds: readonly { who: Who; title: string }[] = [
  { who: 'anyone', title: 'Anyone' },
  { who: 'signed-in', title: 'Signed-in people' },
  { who: 'staff', title: 'Staff' },
];

const staffColumns = `${staffRights.join(' | ')} |`;
const allowed = (needed: NeededRights) =>
  staffRights.map((right) => ` ${hasRight([right], needed) ? 'yes' : ''} |`).join('');

export function describeWhoMay(
  endpoints: readonly EndpointShape[],
  pages: readonly { path: string; who: Who }[],
  staffPages: Readonly<Record<string, NeededRights>>,
): string {
  const sections = kinds.flatMap(({ who, title }) => [
    `## ${title}`,
    'Pages:',
    who === 'staff' ? staffPageTable(staffPages) : pageList(pages.filter((page) => page.who === who)),
    callTable(endpoints.filter((endpoint) => endpoint.who === who)),
  ]);
  return `${[
    '# Who may do what',
    'Written by `npm run docs` from the contracts (`endpoint({ … })`) and the route table `src/app/pages/routes.ts`. Do not edit it: change the\ncontract or the route, then run the command. A test fails while this page is stale.',
    [
      '- *limit* is the name in `src/server/http/limits.ts` that each call counts for, by the client’s address.',
      '- *proves* says what the call must bring besides its session: the CSRF *token*, only the right *origin* (counts that a page sends',
      '  as a beacon), or *nothing* (a read, or a call that another program signs).',
      '- *second factor*: a session that has yet to give its second factor is refused; so are staff who have to set one up first,',
      '  but for the set-up itself.',
      '- *editor*, *moderator*, *treasurer*, *administrator*: the rights of staff that allow it; one person may have several.',
    ].join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

function pageList(pages: readonly { path: string }[]): string {
  return pages.map(({ path }) => `- \`${path}\``).join('\n');
}

function staffPageTable(pages: Readonly<Record<string, NeededRights>>): string {
  const rows = Object.entries(pages)
    .toSorted(([a], [b]) => compare(a, b))
    .map(([path, needed]) => `| \`${path === '' ? '/staff' : `/staff/${path}`}\` |${allowed(needed)}`);
  return [`| page | ${staffColumns}`, `| --- |${' --- |'.repeat(staffRights.length)}`, ...rows].join('\n');
}

function callTable(endpoints: readonly EndpointShape[]): string {
  const isStaff = endpoints[0]?.who === 'staff';
  const rows = endpoints
    .toSorted((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)))
    .map((endpoint) => {
      const proves = needsCsrfToken(endpoint) ? 'token' : (endpoint.csrf ?? 'nothing').replace('none', 'nothing');
      const secondFactor = asksSecondFactor(endpoint) ? 'yes' : '';
      const rights = endpoint.who === 'staff' ? allowed(endpoint.rights) : '';
      return `| \`${endpoint.method} ${endpoint.path}\` | ${endpoint.limit ?? ''} | ${proves} | ${secondFactor} |${rights}`;
    });
  return [
    `| call | limit | proves | second factor |${isStaff ? ` ${staffColumns}` : ''}`,
    `| --- | --- | --- | --- |${isStaff ? ' --- |'.repeat(staffRights.length) : ''}`,
    ...rows,
  ].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
