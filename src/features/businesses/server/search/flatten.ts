/** Lower case without accents, letter by letter, so that places in it are places in the text. */
export function flatten(text: string): string {
  return [...text]
    .map((letter) =>
      letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().padEnd(letter.length).slice(0, letter.length),
    )
    .join('');
}
