/** The subjects whose history one may read: those that one's rights change. Administrators read all. */
import type { StaffRight } from '#shared/staff-rights.ts';

const subjectTypes: Record<Exclude<StaffRight, 'administrator'>, readonly string[]> = {
  editor: ['ad', 'article', 'event', 'event-suggestion', 'newsletter', 'newsletter-issue', 'notice', 'subscriber'],
  moderator: [
    'business',
    'change',
    'correction',
    'event-suggestion',
    'message',
    'order',
    'reason',
    'report',
    'synonym',
  ],
  treasurer: ['order', 'subscription'],
};

/** Undefined means every type. */
export function seenSubjects(rights: readonly StaffRight[]): string[] | undefined {
  const types = new Set<string>();
  for (const right of rights) {
    if (right === 'administrator') return undefined;
    for (const type of subjectTypes[right]) types.add(type);
  }
  return [...types];
}
