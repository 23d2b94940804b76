/** docs/who-may.md: everybody who may make which call and see which page, on one page, written from the contracts. */
import { asksSecondFactor, type EndpointShape, needsCsrfToken, type Who } from '#shared/endpoint.ts';

const kinds: readonly { who: Who; title: string }[] = [
  { who: 'anyone', title: 'Anyone' },
  { who: 'signed-in', title: 'Signed-in people' },
  { who: 'staff', title: 'Staff' },
];

export function describeWhoMay(
  endpoints: readonly EndpointShape[],
  pages: readonly { path: string; who: Who }[],
): string {
  const sections = kinds.flatMap(({ who, title }) => [
    `## ${title}`,
    'Pages:',
    pages
      .filter((page) => page.who === who)
      .map(({ path }) => `- \`${path}\``)
      .join('\n'),
    callTable(endpoints.filter((endpoint) => endpoint.who === who)),
  ]);
  return `${[
    '# Who may do what',
    'Written by `npm run docs` from the contracts (`endpoint({ … })`) and the route table `src/app/pages/routes.ts`. Do not edit it: change the\ncontract or the route, then run the command. A test fails while this page is stale.',
    [
      '- *limit* is the name in `src/server/http/limits.ts` that each call counts for, by the client’s address.',
      '- *proves* says what the call must bring besides its session: the CSRF *token*, only the right *origin* (counts that a page sends',
      '  as a beacon), or *nothing* (a read, or a call that another program signs).',
      '- *second factor*: a session that has yet to give its second factor is refused.',
    ].join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

function callTable(endpoints: readonly EndpointShape[]): string {
  const rows = endpoints
    .toSorted((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)))
    .map((endpoint) => {
      const proves = needsCsrfToken(endpoint) ? 'token' : (endpoint.csrf ?? 'nothing').replace('none', 'nothing');
      const secondFactor = asksSecondFactor(endpoint) ? 'yes' : '';
      return `| \`${endpoint.method} ${endpoint.path}\` | ${endpoint.limit ?? ''} | ${proves} | ${secondFactor} |`;
    });
  return ['| call | limit | proves | second factor |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
