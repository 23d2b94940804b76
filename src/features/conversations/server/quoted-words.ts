import { oneLine } from '#server/mail/lay-out-letter.ts';
import { shortText } from '#shared/short-text.ts';

const maxShown = 200;

/** The words of a colleague on one line, as a refusal quotes them: “Hall is closed”. */
export const quotedWords = (text: string): string => `“${shortText(oneLine(text), maxShown)}”`;
