/** Neither side writes more than this without a word of the other. */
export const maxInARow = 5;

/** A talk of this length goes on elsewhere. */
export const maxMessages = 200;

type Posts = readonly { kind: string }[];

/** Counts the answers after the visitor's last words. @param posts oldest first */
export function trailingAnswers(posts: Posts): number {
  return posts.length - 1 - posts.findLastIndex(({ kind }) => kind !== 'answer');
}

/** Counts the visitor's messages after the last answer, with the one that began the talk. @param posts oldest first */
export function trailingReplies(posts: Posts): number {
  const last = posts.findLastIndex(({ kind }) => kind === 'answer');
  return last === -1 ? posts.length + 1 : posts.length - 1 - last;
}

/** @param posts those after the message that began the talk */
export const isFull = (posts: { length: number }): boolean => posts.length + 1 >= maxMessages;
