import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { pictureTypes } from './picture-files.ts';

interface FilePickerProps {
  isMultiple?: boolean;
  isBusy?: boolean;
  /** Ids of elements that describe the field: an error, a hint. */
  describedBy?: string | undefined;
  /** @param all with `isMultiple` perhaps several, the first one among them */
  onPick: (file: File, all: File[]) => void;
  children: ReactNode;
}

/** A file field for pictures; it looks like a button. */
export function FilePicker({ isMultiple = false, isBusy = false, describedBy, onPick, children }: FilePickerProps) {
  const id = useId();
  return (
    <span className="inline-flex">
      <input
        id={id}
        type="file"
        accept={pictureTypes}
        multiple={isMultiple}
        disabled={isBusy}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={(event) => {
          const all = [...(event.target.files ?? [])];
          if (all[0]) onPick(all[0], all);
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
