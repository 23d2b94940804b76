import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** What the person has to mend: shown as one line, without a stack. */
export class StepError extends Error {}

/** One line for people, beside whatever the program itself prints. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
