import type { NeededRights, StaffRight } from './staff-rights.ts';

export const rightNames: Readonly<Record<StaffRight, string>> = {
  editor: 'Editor',
  moderator: 'Moderator',
  treasurer: 'Treasurer',
  administrator: 'Administrator',
};

export function hasRight(rights: readonly StaffRight[], needed: NeededRights): boolean {
  if (needed === 'any') return rights.length > 0;
  return rights.some((right) => right === 'administrator' || needed.includes(right));
}

/** 'an editor and a moderator' */
export function listRights(rights: readonly StaffRight[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat('en-US', { type }).format(
    rights.map((right) => `${/^[ae]/.test(right) ? 'an' : 'a'} ${right}`),
  );
}

/** The sentence for somebody of the staff who lacks the right. */
export function whyNotAllowed(needed: NeededRights): string {
  if (needed === 'any') return 'Only staff may do this.';
  return needed.includes('administrator')
    ? 'Only an administrator may do this.'
    : `Only ${listRights([...needed, 'administrator'], 'disjunction')} may do this. An administrator can give you the right.`;
}
