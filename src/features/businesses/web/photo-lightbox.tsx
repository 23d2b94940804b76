/** One photo at a time, large. A modal dialog: Escape and a press beside the photo close it, the arrow keys turn the pages. */
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Picture } from '#web/ui/picture.tsx';
import type { BusinessPhoto } from '../business-photos.ts';

interface PhotoLightboxProps {
  photos: readonly BusinessPhoto[];
  first: number;
  onClose: () => void;
}

const round =
  'grid size-12 place-items-center rounded-full bg-card text-ink border border-line hover:bg-ground-deep transition-colors';

export default function PhotoLightbox({ photos, first, onClose }: PhotoLightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState(first);
  const photo = photos[place];
  const turn = (by: number) => setPlace((now) => (now + by + photos.length) % photos.length);

  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  if (photo === undefined) return null;
  return (
    <dialog
      ref={dialog}
      aria-label="Photos"
      className="lightbox"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') turn(-1);
        if (event.key === 'ArrowRight') turn(1);
      }}
    >
      <figure className="flex max-h-full flex-col items-center gap-3">
        <div className="overflow-hidden rounded-card bg-white">
          <Picture
            key={photo.url}
            src={photo.url}
            alt={photo.alt}
            priority="high"
            sizes="90vw"
            className="block h-auto max-h-[72dvh] w-auto max-w-full"
          />
        </div>
        <figcaption aria-live="polite" className="rounded-control bg-card px-4 py-2 text-center text-16">
          {photo.alt}
          {photos.length > 1 ? (
            <span className="numbers text-ink-soft">{` · ${place + 1} of ${photos.length}`}</span>
          ) : null}
        </figcaption>
      </figure>
      <div className="flex justify-center gap-3">
        {photos.length > 1 ? (
          <button type="button" aria-label="Previous photo" className={round} onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" />
          </button>
        ) : null}
        <button type="button" aria-label="Close" className={round} onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" />
        </button>
        {photos.length > 1 ? (
          <button type="button" aria-label="Next photo" className={round} onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </dialog>
  );
}
