/** The subject of a letter by the contact form, kept in the first line of its text. */
const mark = 'Subject: ';

export const subjectLine = (subject: string): string => `${mark}${subject}`;

/** Undefined for a letter that came by another way. */
export const subjectOf = (text: string): string | undefined => new RegExp(`^${mark}(.+)$`, 'm').exec(text)?.[1];
