import { Heart } from 'lucide-react';
import { showToast } from '#web/toast/toast-store.ts';
import { maxSaved } from '../saved-list.ts';
import { savedSlugs, toggleSaved, writeSaved } from './saved-store.ts';

/** A slip of the finger is noticed and mended in this time. */
const undoMs = 10_000;

/** Saves a business or takes it off the list, which can be undone; a full list says so. */
export function toggleHeart(slug: string): void {
  const place = savedSlugs().indexOf(slug);
  if (!toggleSaved(slug)) {
    showToast({ title: 'Your list is full', text: `It holds ${maxSaved} businesses. Take one off first.` });
  } else if (place >= 0) {
    const run = () => writeSaved(savedSlugs().toSpliced(place, 0, slug));
    const action = { label: 'Undo', alt: 'Save it again', about: slug, run };
    showToast({ title: 'Taken off your list', isHigh: true, ms: undoMs, action });
  }
}

export const HeartIcon = ({ isSaved, size }: { isSaved: boolean; size: number }) => (
  <Heart aria-hidden="true" size={size} className={isSaved ? 'fill-current text-accent' : ''} />
);
