/** Links to the contact form that say which listing somebody wants to write about. */

const subjects = {
  ownership: 'The owner of',
  removal: 'Please delete',
  hidden: 'Taken off the directory:',
  listing: 'About',
} as const;
export type ContactReason = keyof typeof subjects;

/** The longest subject that the form takes. */
const maxSubject = 150;

export function contactPath(slug: string, reason: ContactReason = 'listing'): string {
  return `/contact?${new URLSearchParams({ about: slug, ...(reason === 'listing' ? {} : { reason }) })}`;
}

/** A reason that no link of ours has is none. */
export function readContactReason(given: string | null): ContactReason {
  return given !== null && Object.hasOwn(subjects, given) ? (given as ContactReason) : 'listing';
}

/** The subject that such a form opens with. */
export function contactSubject(name: string, reason: ContactReason): string {
  return `${subjects[reason]} ${name}`.slice(0, maxSubject).trim();
}
