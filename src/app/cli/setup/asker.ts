/** Asks questions at the terminal, or reads the answers line by line from a pipe. */
import { createInterface } from 'node:readline';
import { CommandError } from '#app/cli/run-command.ts';

interface Question {
  text: string;
  /** Taken for an empty answer. */
  fallback?: string;
  /** Says what is wrong with an answer; null when it is good. */
  check?: (answer: string) => string | null;
  /** Shown as dots among the answers. */
  isSecret?: boolean;
}

export interface Asker {
  /** Asks until the answer is good. '-' is the empty answer where there is a fallback. @throws WayBack for 'back' */
  ask(question: Question): Promise<string>;
  /** Begins a group of questions. */
  heading(text: string): void;
  close(): void;
}

/** Somebody wants to answer the question before again. */
class WayBack extends Error {}

/** Wrong answers from a pipe: nobody is there to correct them for ever. */
const maxTries = 5;

export function openAsker(): Asker {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const coming = lines[Symbol.asyncIterator]();
  return {
    ask: async ({ text, fallback = '', check = () => null, isSecret = false }) => {
      for (let tries = 0; process.stdin.isTTY || tries < maxTries; tries++) {
        process.stdout.write(`${text}${fallback === '' ? '' : ` [${isSecret ? masked(fallback) : fallback}]`}: `);
        const { value, done } = await coming.next();
        if (done) throw new CommandError('\nThe answers ended before the last question. Nothing was written.');
        if (!process.stdin.isTTY) process.stdout.write('\n');
        const typed = value.trim();
        if (/^back$/i.test(typed)) throw new WayBack();
        const answer = typed === '-' ? '' : typed || fallback;
        const fault = check(answer);
        if (fault === null) return answer;
        console.log(`  ${fault}`);
      }
      throw new CommandError('There was no good answer. Nothing was written.');
    },
    heading: (text) => console.log(`\n${text}\n`),
    close: () => lines.close(),
  };
}

/** 'smtp://town:••••@mail.example', '••••4242' */
function masked(secret: string): string {
  const withoutPassword = secret.replace(/^(\w+:\/\/[^:/@]*):.*@/, '$1:••••@');
  return withoutPassword === secret && !secret.includes('://') ? `••••${secret.slice(-4)}` : withoutPassword;
}

interface Answered {
  /** The question without what explains it. */
  question: string;
  /** The answer, with dots in place of what is secret. */
  shown: string;
}

/**
 * Runs questions so that each can be answered again: 'back' asks the one before, and `changeAt` one of the list of answers. What was
 * answered already is not asked twice, unless it does not fit any more.
 */
export function questionsWithAWayBack<T>(asker: Asker, questions: (asker: Asker) => Promise<T>) {
  const answers = new Map<string, string>();
  /** Answers that are to be given anew: they are proposed. */
  const former = new Map<string, string>();
  let asked: Question[] = [];
  /** Printed above the first of its questions that is asked. */
  let heading = '';

  const takeBack = (question: Question) => {
    former.set(question.text, answers.get(question.text) ?? '');
    answers.delete(question.text);
  };
  const remembering: Asker = {
    ...asker,
    ask: async (question) => {
      const known = answers.get(question.text);
      const isGood = known !== undefined && (question.check?.(known) ?? null) === null;
      const fallback = former.get(question.text) || question.fallback;
      if (!isGood && heading !== '') asker.heading(heading);
      if (!isGood) heading = '';
      const answer = isGood ? known : await asker.ask({ ...question, ...(fallback === undefined ? {} : { fallback }) });
      answers.set(question.text, answer);
      asked.push(question);
      return answer;
    },
    heading: (text) => {
      heading = text;
    },
  };

  return {
    async run(): Promise<T> {
      for (;;) {
        asked = [];
        try {
          return await questions(remembering);
        } catch (error) {
          if (!(error instanceof WayBack)) throw error;
          const last = asked.at(-1);
          if (last) takeBack(last);
          else console.log('  This is the first question.');
        }
      }
    },
    answered: (): Answered[] =>
      asked.map(({ text, isSecret = false }) => {
        const answer = answers.get(text) ?? '';
        const shown = answer === '' ? '(none)' : isSecret ? masked(answer) : answer;
        return { question: text.replace(/ \(.*|, .*/s, ''), shown };
      }),
    /** Asks what is to become of the answers; null when the last of them is to be given again first. */
    async decide(question: Question): Promise<string | null> {
      try {
        return await asker.ask(question);
      } catch (error) {
        if (!(error instanceof WayBack)) throw error;
        const last = asked.at(-1);
        if (last) takeBack(last);
        return null;
      }
    },
    /** @param at position in the list of answers, from 0 */
    changeAt: (at: number) => {
      const question = asked[at];
      if (question) takeBack(question);
    },
  };
}
