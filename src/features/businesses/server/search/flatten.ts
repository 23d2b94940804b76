/** Lower case without accents, letter by letter, so that places in it are places in the text. */
export function flatten(text: string): string {
  return [...text]
    .map((letter) => {
      // A mark by itself stays: a space in its place would make two words of one.
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '') || letter;
      return plain.toLowerCase().padEnd(letter.length).slice(0, letter.length);
    })
    .join('');
}
