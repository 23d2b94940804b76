import { Heart } from 'lucide-react';
import { showToast } from '#web/toast/toast-store.ts';
import { maxSaved } from '../saved-list.ts';
import { toggleSaved } from './saved-store.ts';

/** Saves a business or takes it off the list; a full list says so. */
export function toggleHeart(slug: string): void {
  if (toggleSaved(slug)) return;
  showToast({ title: 'Your list is full', text: `It holds ${maxSaved} businesses. Take one off first.` });
}

export const HeartIcon = ({ isSaved, size }: { isSaved: boolean; size: number }) => (
  <Heart aria-hidden="true" size={size} className={isSaved ? 'fill-current text-accent' : ''} />
);
