/** The kinds of people in the access matrix; another kind is another line. */
import type { Database } from '#server/db/client.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import type { Group } from './access-decisions.ts';

interface Role {
  name: string;
  /** The groups whose calls this kind of person may make, besides those for anyone. */
  groups: readonly Group[];
  /** null: has no account. */
  account: Parameters<typeof aUser>[1] | null;
}

const confirmed = { emailVerifiedAt: new Date() };

const staff = ['signed-in', 'staff'] as const;
const staffWith = (right: StaffRight) => ({ ...confirmed, role: 'staff' as const, rights: [right] });

export const roles = [
  { name: 'stranger', groups: [], account: null },
  { name: 'unconfirmed', groups: ['signed-in'], account: {} },
  { name: 'owner', groups: ['signed-in'], account: confirmed },
  { name: 'another owner', groups: ['signed-in'], account: confirmed },
  /** Manages every listing of the owner. */
  { name: 'manager', groups: ['signed-in'], account: confirmed },
  { name: 'editor', groups: [...staff, 'editor', 'editor or moderator'], account: staffWith('editor') },
  {
    name: 'moderator',
    groups: [...staff, 'moderator', 'editor or moderator', 'moderator or treasurer'],
    account: staffWith('moderator'),
  },
  { name: 'treasurer', groups: [...staff, 'treasurer', 'moderator or treasurer'], account: staffWith('treasurer') },
  {
    name: 'administrator',
    groups: [...staff, ...staffRights, 'editor or moderator', 'moderator or treasurer'],
    account: staffWith('administrator'),
  },
] as const satisfies readonly Role[];

export type RoleName = (typeof roles)[number]['name'];

export interface Person {
  name: RoleName;
  may: (group: Group) => boolean;
  user: User | null;
  /** A new session for each call, because some calls end their own session. People with a second factor have passed it. */
  session: () => Promise<string | null>;
}

export function makePeople(db: Database): Promise<Person[]> {
  return Promise.all(
    roles.map(async ({ name, groups, account }) => {
      const user = account && (await aUser(db, account));
      return {
        name,
        user,
        may: (group) => group === 'anyone' || (groups as readonly Group[]).includes(group),
        session: async () => user && (await aSession(db, user.id, { secondFactorAt: new Date() })),
      };
    }),
  );
}
