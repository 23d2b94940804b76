/** A page asks for its list and for the facts around it at once: its search is read once for both. */
import type { Database } from '#server/db/client.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { type Question, readQuestion } from './search/read-question.ts';

/** Both ask within milliseconds. Changes that nobody announces, such as how many listings have a word, are seen a second late at most. */
const maxAgeMs = 1_000;
const maxReadings = 32;

interface Reading {
  question: Promise<Question>;
  madeAt: number;
}

const readings = keptUntilChange(
  ['businesses', 'categories', 'city'],
  (db: Database) => db,
  async () => new Map<string, Reading>(),
);

/** As readQuestion. Whoever asks for the same within a second gets the same object and must not change it. */
export async function readQuestionOnce(
  db: Database,
  search: string,
  asked: Parameters<typeof readQuestion>[2],
): Promise<Question> {
  const known = await readings(db);
  const key = JSON.stringify([
    search,
    asked.town.name,
    asked.today,
    asked.doubtsAll === true,
    asked.isAsTyped === true,
  ]);
  const now = performance.now();
  const reading = known.get(key);
  if (reading !== undefined && now - reading.madeAt < maxAgeMs) return reading.question;
  if (known.size >= maxReadings) known.clear();
  const question = readQuestion(db, search, asked);
  known.set(key, { question, madeAt: now });
  question.catch(() => known.delete(key));
  return question;
}
