/** Tells for which of many bags of words the words of a question speak, each word by itself: naive Bayes. */

/** Words with the weight that each has. */
export type Bag = ReadonlyMap<string, number>;

export interface WordOdds {
  knows: (word: string) => boolean;
  /** The probability of each bag that may be meant. The rest of 1 is that of the other bags. */
  of: (words: readonly string[]) => number[];
}

/** The weight of a word that a bag lacks. Tuned with the first eight of bench/data/search-questions*.txt. */
const smoothing = 0.03;

interface Weighed {
  /** The bags that have a word, by their place, each followed by how much the word speaks for it. */
  gains: ReadonlyMap<string, readonly number[]>;
  /** A word that a bag lacks speaks against it by so much: more where the bag has many words. */
  losses: readonly number[];
}

function weigh(bags: readonly Bag[]): Weighed {
  const gains = new Map<string, number[]>();
  bags.forEach((bag, at) => {
    for (const [word, weight] of bag) {
      const held = gains.get(word);
      if (held) held.push(at, Math.log(1 + weight / smoothing));
      else gains.set(word, [at, Math.log(1 + weight / smoothing)]);
    }
  });
  return { gains, losses: bags.map((bag) => Math.log(sum(bag.values()) / smoothing + gains.size)) };
}

/** One of `meant` is as likely as one of `others` until a word is read. */
export function wordOdds(meant: readonly Bag[], others: readonly Bag[]): WordOdds {
  const number = meant.length;
  const priors = [...meant.map(() => -Math.log(number)), ...others.map(() => -Math.log(others.length))];
  // The bags themselves are not kept.
  return oddsOf(number, priors, weigh([...meant, ...others]));
}

function oddsOf(number: number, priors: readonly number[], { gains, losses }: Weighed): WordOdds {
  const of = (words: readonly string[]) => {
    const known = words.flatMap((word) => (gains.has(word) ? [gains.get(word) ?? []] : []));
    if (known.length === 0) return Array.from({ length: number }, () => 0);
    const scores = priors.map((prior, at) => prior - known.length * (losses[at] ?? 0));
    for (const pairs of known) {
      for (let at = 0; at < pairs.length; at += 2) {
        const bag = pairs[at] ?? 0;
        scores[bag] = (scores[bag] ?? 0) + (pairs[at + 1] ?? 0);
      }
    }
    const best = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - best));
    const total = sum(odds);
    return odds.slice(0, number).map((each) => each / total);
  };
  return { knows: (word) => gains.has(word), of };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
