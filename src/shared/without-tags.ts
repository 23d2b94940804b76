/** Removes the tags of cleaned HTML. Entities stay as they are, so the text is HTML again; html-to-text.ts gives text. */
export const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
