import { Heart } from 'lucide-react';
import { savedSlugs, toggleSaved } from './saved-store.ts';

/** Saves a business or takes it off the list, which can be undone; a full list says so. */
export function toggleHeart(slug: string): void {
  const place = savedSlugs().indexOf(slug);
  const isDone = toggleSaved(slug);
  // What is said is loaded on demand: it is not needed to save.
  if (!isDone || place >= 0) void import('./tell-of-list.ts').then((say) => say.tell(slug, isDone ? place : null));
}

export const HeartIcon = ({ isSaved, size }: { isSaved: boolean; size: number }) => (
  <Heart aria-hidden="true" size={size} className={isSaved ? 'fill-current text-accent' : ''} />
);
