import { Button } from '#web/ui/button.tsx';
import type { RefusedPicture } from './own-refused-picture.ts';

interface RefusedPicturesProps {
  pictures: readonly RefusedPicture[];
  onAgain: (picture: RefusedPicture) => void;
  onDismiss: (picture: RefusedPicture) => void;
}

/** Beside the field, because a toast is gone before one has found the right file. */
export function RefusedPictures({ pictures, onAgain, onDismiss }: RefusedPicturesProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2">
      {pictures.map((picture) => (
        <li
          key={`${picture.file.name} ${picture.file.lastModified} ${picture.file.size}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-danger bg-card px-4 py-2 text-16"
        >
          <p className="min-w-0 flex-1 basis-52 text-danger [overflow-wrap:anywhere]">
            <strong>{picture.file.name}</strong>: {picture.text}
          </p>
          {picture.mayWork ? <Button onClick={() => onAgain(picture)}>Try again</Button> : null}
          <Button look="quiet" onClick={() => onDismiss(picture)}>
            Dismiss<span className="sr-only"> {picture.file.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
