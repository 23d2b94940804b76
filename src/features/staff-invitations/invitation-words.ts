import type { StaffInvitation } from './contract.ts';

/** Says who invites, to which site and as what. */
export const staffInvitationWords = ({ by, rights }: StaffInvitation, site: string): string =>
  `${by} invites you to the staff of ${site}, as ${rights}.`;
