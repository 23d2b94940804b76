import type { Post } from './contract.ts';

/** Tells whether a talk holds more than the questions and answers that stand above it: notes of colleagues, and replies from elsewhere. */
export const hasUntold = (posts: readonly Pick<Post, 'kind' | 'from'>[], isTold: boolean): boolean =>
  posts.some(({ kind, from }) => !isTold || kind === 'note' || Boolean(from));
