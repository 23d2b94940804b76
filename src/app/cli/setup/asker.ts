/** Asks questions at the terminal, or reads the answers line by line from a pipe. */
import { createInterface } from 'node:readline';
import { CommandError } from '#app/cli/run-command.ts';

interface Question {
  text: string;
  /** Taken for an empty answer. */
  fallback?: string;
  /** Says what is wrong with an answer; null when it is good. */
  check?: (answer: string) => string | null;
}

export interface Asker {
  /** Asks until the answer is good. */
  ask(question: Question): Promise<string>;
  close(): void;
}

/** Wrong answers from a pipe: nobody is there to correct them for ever. */
const maxTries = 5;

export function openAsker(): Asker {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const coming = lines[Symbol.asyncIterator]();
  return {
    ask: async ({ text, fallback = '', check = () => null }) => {
      for (let tries = 0; tries < maxTries; tries++) {
        process.stdout.write(`${text}${fallback === '' ? '' : ` [${fallback}]`}: `);
        const { value, done } = await coming.next();
        if (done) throw new CommandError('\nThe answers ended before the last question. Nothing was written.');
        if (!process.stdin.isTTY) process.stdout.write('\n');
        const answer = value.trim() || fallback;
        const fault = check(answer);
        if (fault === null) return answer;
        console.log(`  ${fault}`);
      }
      throw new CommandError('There was no good answer. Nothing was written.');
    },
    close: () => lines.close(),
  };
}
