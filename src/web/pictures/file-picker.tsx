import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { pictureTypes } from './upload-picture.ts';

interface FilePickerProps {
  isBusy?: boolean;
  /** Ids of elements that describe the field: an error, a hint. */
  describedBy?: string | undefined;
  onPick: (file: File) => void;
  children: ReactNode;
}

/** A file field for one picture; it looks like a button. */
export function FilePicker({ isBusy = false, describedBy, onPick, children }: FilePickerProps) {
  const id = useId();
  return (
    <span className="inline-flex">
      <input
        id={id}
        type="file"
        accept={pictureTypes}
        disabled={isBusy}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file);
          // Resets the field, so that the same file may be chosen again.
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={clsx(
          buttonClass('secondary'),
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus peer-disabled:opacity-60',
        )}
      >
        {children}
      </label>
    </span>
  );
}
