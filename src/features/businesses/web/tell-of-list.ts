import { showToast } from '#web/toast/toast-store.ts';
import { maxSaved } from '../saved-list.ts';
import { savedSlugs, writeSaved } from './saved-store.ts';

/** A slip of the finger is noticed and mended in this time. */
const undoMs = 10_000;

/**
 * Says that the list is full, or that a business went off it and can be put back.
 * @param place in the list, where it goes back to; null: the list is full
 */
export function tell(slug: string, place: number | null): void {
  if (place === null) {
    return showToast({ title: 'Your list is full', text: `It holds ${maxSaved} businesses. Take one off first.` });
  }
  const putBack = () => {
    const list = savedSlugs().filter((one) => one !== slug);
    writeSaved(list.toSpliced(place, 0, slug));
  };
  showToast({
    title: 'Taken off your list',
    isHigh: true,
    ms: undoMs,
    action: { label: 'Undo', alt: 'Save it again', about: `saved ${slug}`, run: putBack },
  });
}
