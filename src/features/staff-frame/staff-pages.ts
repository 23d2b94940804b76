/** The pages below /staff, with the rights that open them. */
import type { NeededRights } from '#shared/staff-rights.ts';

export const staffPages = {
  '': ['moderator'],
  week: ['moderator'],
  find: 'any',
  changes: ['moderator'],
  messages: ['moderator'],
  'messages/:id': ['moderator'],
  orders: ['moderator', 'treasurer'],
  businesses: ['moderator'],
  'businesses/new': ['moderator'],
  'businesses/:id': ['moderator'],
  articles: ['editor'],
  'articles/:id': ['editor'],
  events: ['editor'],
  'events/import': ['editor'],
  'events/:id': ['editor'],
  people: ['administrator'],
  'people/:id': ['administrator'],
  imports: ['administrator'],
  'imports/:id': ['administrator'],
  searches: ['moderator'],
  settings: ['administrator'],
  categories: ['administrator'],
  properties: ['administrator'],
  'mail-texts': ['administrator'],
  'mail-texts/:id': ['administrator'],
  'failed-mails': ['administrator'],
  notices: ['editor'],
  'notices/:id': ['editor'],
  ads: ['editor'],
  'ads/:id': ['editor'],
  newsletter: ['editor'],
  'newsletter/subscribers': ['editor'],
  'newsletter/settings': ['editor'],
  'newsletter/:id': ['editor'],
  billing: ['treasurer'],
  'billing/:id': ['treasurer'],
  prices: ['treasurer'],
  audit: ['administrator'],
  security: ['administrator'],
} satisfies Record<string, NeededRights>;

export type StaffPagePath = keyof typeof staffPages;

/** Pages that are reached from another page of the menu than their address says. */
const menuPages: Readonly<Record<string, StaffPagePath>> = {
  categories: 'settings',
  properties: 'settings',
  'mail-texts': 'settings',
  'failed-mails': 'settings',
  prices: 'billing',
};

/** The page of the menu that an address belongs to: '/staff/settings' for '/staff/mail-texts/welcome'. */
export function menuPageOf(pathname: string): string {
  const first = pathname.split('/')[2] ?? '';
  return first === '' ? '/staff' : `/staff/${menuPages[first] ?? first}`;
}

/** The rights that open a page of the staff area, '/staff/people/1' for one; undefined for an unknown page. */
export function rightsOfPage(address: string): NeededRights | undefined {
  const parts = address
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(2);
  const fits = (path: string) => {
    const own = path.split('/');
    return (
      own.length === Math.max(parts.length, 1) && own.every((part, i) => part === (parts[i] ?? '') || part === ':id')
    );
  };
  const found = (Object.keys(staffPages) as StaffPagePath[]).find(fits);
  return found === undefined ? undefined : staffPages[found];
}
