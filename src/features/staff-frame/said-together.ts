interface Refused {
  /** The reason, as a whole sentence. */
  why: string;
}

const maxSentences = 3;

/** The refusals of an act on several things as one text: each sentence once, the first three. */
export function saidTogether(refused: readonly Refused[]): string {
  const sentences = [...new Set(refused.map(({ why }) => why))];
  const left = sentences.length - maxSentences;
  return [...sentences.slice(0, maxSentences), ...(left > 0 ? [`And ${left} more.`] : [])].join(' ');
}
