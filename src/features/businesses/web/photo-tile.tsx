import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { maxAltLength, type OwnPhoto } from '../owner-contract.ts';
import type { usePhotoDrag } from './use-photo-drag.ts';

interface PhotoTileProps {
  photo: OwnPhoto;
  /** From 0. */
  place: number;
  count: number;
  drag: ReturnType<typeof usePhotoDrag>;
  onMove: (by: -1 | 1) => void;
  onAlt: (alt: string) => void;
  onRemove: () => void;
}

const square =
  'grid size-11 place-items-center rounded-control border border-line-strong bg-card hover:bg-ground-deep disabled:opacity-40';

/** One photo in the frame that the page gives it. */
export function PhotoTile({ photo, place, count, drag, onMove, onAlt, onRemove }: PhotoTileProps) {
  const [alt, setAlt] = useState(photo.alt);
  const name = `photo ${place + 1}`;
  return (
    <li data-photo={photo.id} className={clsx('min-w-0', drag.dragged === photo.id && 'opacity-50')}>
      <div
        {...drag.handlersOf(photo.id, { byMouseOnly: true })}
        className={clsx(
          'relative cursor-grab select-none overflow-hidden rounded-card border border-line bg-white',
          drag.over === photo.id && 'outline-3 outline-focus outline-offset-3',
        )}
      >
        <Picture
          src={photo.url}
          alt={photo.alt || `Photo ${place + 1}`}
          width={400}
          height={300}
          sizes="(min-width: 64rem) 16rem, (min-width: 40rem) 50vw, 100vw"
          className="pointer-events-none aspect-[4/3] w-full object-cover"
        />
        {place === 0 ? (
          <span className="absolute top-2 left-2 rounded-full bg-card px-2.5 py-0.5 text-14 font-semibold">
            Shown on cards
          </span>
        ) : null}
        {/* For fingers, which scroll when they move anywhere else. The buttons below do the same. */}
        <span
          aria-hidden="true"
          {...drag.handlersOf(photo.id)}
          className="absolute top-2 right-2 grid size-11 touch-none place-items-center rounded-control border border-line-strong bg-card"
        >
          <GripVertical size={20} />
        </span>
      </div>
      <div className="mt-2 flex gap-2">
        <button
          type="button"
          aria-label={`Move ${name} earlier`}
          disabled={place === 0}
          className={square}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft aria-hidden="true" size={18} />
        </button>
        <button
          type="button"
          aria-label={`Move ${name} later`}
          disabled={place === count - 1}
          className={square}
          onClick={() => onMove(1)}
        >
          <ArrowRight aria-hidden="true" size={18} />
        </button>
        <button type="button" aria-label={`Remove ${name}`} className={clsx(square, 'ml-auto')} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={18} />
        </button>
      </div>
      <div className="mt-2">
        <TextField
          label={`What ${name} shows`}
          hideLabel
          placeholder="What it shows, for people who cannot see it"
          maxLength={maxAltLength}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onBlur={() => {
            if (alt.trim() !== photo.alt) onAlt(alt.trim());
          }}
        />
      </div>
    </li>
  );
}
