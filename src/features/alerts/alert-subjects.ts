/** Subjects of mail that staff may get at their own addresses, with the rights that it takes. */
import type { StaffRight } from '#shared/staff-rights.ts';

export const alertSubjectNames = [
  'listings',
  'claims',
  'corrections',
  'events',
  'recommendations',
  'messages',
  'reports',
  'orders',
] as const;
export type AlertSubject = (typeof alertSubjectNames)[number];

interface Alert {
  label: string;
  rights: readonly StaffRight[];
}

export const alertSubjects: Readonly<Record<AlertSubject, Alert>> = {
  listings: { label: 'New and changed listings to review', rights: ['moderator'] },
  claims: { label: 'Claims', rights: ['moderator'] },
  corrections: { label: 'Suggested changes', rights: ['moderator'] },
  events: { label: 'Suggested events', rights: ['moderator'] },
  recommendations: { label: 'Recommendations in doubt', rights: ['moderator'] },
  messages: { label: 'Messages from the contact form', rights: ['moderator'] },
  reports: { label: 'Reports', rights: ['moderator'] },
  orders: { label: 'Paid orders', rights: ['moderator', 'treasurer'] },
};
