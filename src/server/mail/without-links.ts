/**
 * What a stranger typed, for a mailbox that nobody has shown to be theirs: mail programs make links of whatever looks like an
 * address, and the site's good name must not carry somebody else's to people who never asked.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', ': //').replace(/(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu, '. ');
}
