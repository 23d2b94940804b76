import { createContext, useContext } from 'react';
import { hasRight } from '#shared/has-right.ts';
import type { NeededRights, StaffRight } from '#shared/staff-rights.ts';

/** The rights of the person who sees the staff area. */
export const StaffRightsContext = createContext<readonly StaffRight[]>([]);

/** Tells whether this person has one of these rights: what one may not do is not offered. */
export function useMay(needed: NeededRights): boolean {
  return hasRight(useContext(StaffRightsContext), needed);
}
