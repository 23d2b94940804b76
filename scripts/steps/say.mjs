import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** An error that the person can correct: shown as one line, without a stack. */
export class StepError extends Error {}

/** Prints one line for people, beside the program's own output. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
