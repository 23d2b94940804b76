import type { ActorKind } from '#shared/actor-kinds.ts';

/** The doer of a row: with an account, or as a name that says why there is none. */
interface Doer {
  actor: { username: string } | null;
  by: ActorKind;
}

const names: Readonly<Record<ActorKind, string>> = {
  person: 'A deleted account',
  link: 'Somebody, by the link of a mail',
  operator: 'The operator, by a command',
  site: 'The site',
};

/** The doer of a row of the security log that names neither an account nor a call. */
export const doerWithoutCall = (by: unknown): string => (by === 'operator' ? names.operator : names.site);

export const actorName = ({ actor, by }: Doer): string => actor?.username ?? names[by];

/** Doers without an account by which the audit log can be read. */
export const actorFilters = [
  ['account', 'People with an account'],
  ['deleted', 'Deleted accounts'],
  ['link', 'People by the link of a mail'],
  ['operator', 'The operator'],
  ['site', 'The site by itself'],
] as const;
