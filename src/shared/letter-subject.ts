/** The subject of a letter by the contact form, which keeps it in the first line of its text. Undefined for a letter that came by another way. */
export const subjectOf = (text: string): string | undefined => /^Subject: (.+)$/m.exec(text)?.[1];
