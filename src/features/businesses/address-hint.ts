/** Asks, while somebody types, about an address that nobody could find. '' for one that may be found, and too early to tell. */
export function addressHint(address: string): string {
  const text = address.trim();
  const mayBeFound = /\d/.test(text) || /[,&]|\bcorner\b|\band\b/i.test(text);
  return text.length < 4 || mayBeFound ? '' : 'This has no house number: can people find it?';
}
