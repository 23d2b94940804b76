/**
 * The CSS class for an entry of a long list: the first entries are laid out at once, the others in groups
 * after the first paint (later-parts.css).
 * @param place from 0
 */
export function laterClass(place: number, { atOnce, each }: { atOnce: number; each: number }): string | undefined {
  return place < atOnce ? undefined : `later-${Math.min(5, 1 + Math.floor((place - atOnce) / each))}`;
}
