/** Counts the answers after the visitor's last words. @param posts oldest first */
export function trailingAnswers(posts: readonly { kind: string }[]): number {
  return posts.length - 1 - posts.findLastIndex(({ kind }) => kind !== 'answer');
}
