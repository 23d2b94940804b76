import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { kindOfPicture, whyNotPicture } from '#web/pictures/picture-files.ts';
import { Button } from '#web/ui/button.tsx';
import { maxPhotos } from '../business-photos.ts';
import { PicturePreview } from './picture-preview.tsx';

/** Chosen for a listing that is not there yet; sent once it is. */
export interface NewPictures {
  logo: File | null;
  photos: readonly File[];
}

interface NewPicturesFieldProps {
  pictures: NewPictures;
  onChange: (pictures: NewPictures) => void;
}

export function NewPicturesField({ pictures, onChange }: NewPicturesFieldProps) {
  const { logo, photos } = pictures;
  const [faults, setFaults] = useState<readonly string[]>([]);
  const newest = useRef(pictures);
  newest.current = pictures;

  /** Says of a file that the browser cannot draw why, and lets go of one that is no picture at all. */
  async function tellUnreadable(file: File) {
    const kind = await kindOfPicture(file).catch(() => null);
    // Older browsers do not know this kind, which the site does.
    if (kind === 'avif') return;
    if (kind !== null) {
      setFaults((before) => [...before, `${file.name} cannot be shown and may be damaged. Better choose another one.`]);
      return;
    }
    setFaults((before) => [
      ...before,
      `${file.name} is not a picture we can read. Choose a JPEG, PNG, WebP or AVIF picture.`,
    ]);
    const { logo: chosen, photos: all } = newest.current;
    newest.current = { logo: chosen === file ? null : chosen, photos: all.filter((other) => other !== file) };
    onChange(newest.current);
  }

  /** Says why some files are not taken, and returns the others. */
  function fit(files: readonly File[]): File[] {
    setFaults(
      files.flatMap((file) => {
        const why = whyNotPicture(file);
        return why === null ? [] : [`${file.name}: ${why}`];
      }),
    );
    return files.filter((file) => whyNotPicture(file) === null);
  }

  function add(files: readonly File[]) {
    const taken = fit(files);
    if (photos.length + taken.length > maxPhotos) {
      setFaults((before) => [...before, `There is room for ${maxPhotos} photos.`]);
    }
    onChange({ logo, photos: [...photos, ...taken].slice(0, maxPhotos) });
  }

  return (
    <div>
      <p className="text-16 text-ink-soft">
        JPEG, PNG, WebP or AVIF, at most 10 MB each. They are sent with the form; this browser does not keep them when
        you leave. With Basic, visitors see one of them; the others are kept for Premium.
      </p>
      {logo || photos.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-3">
          {logo ? (
            <Chosen
              file={logo}
              name="Logo"
              isWhole
              onRemove={() => onChange({ logo: null, photos })}
              onUnreadable={() => void tellUnreadable(logo)}
            />
          ) : null}
          {photos.map((file, place) => (
            <Chosen
              key={`${file.name} ${file.lastModified} ${file.size}`}
              file={file}
              name={`Photo ${place + 1}`}
              onRemove={() => onChange({ logo, photos: photos.filter((other) => other !== file) })}
              onUnreadable={() => void tellUnreadable(file)}
            />
          ))}
        </ul>
      ) : null}
      <div role="alert" className="mt-2 text-16 font-medium text-danger [overflow-wrap:anywhere] empty:hidden">
        {faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <FilePicker
          onPick={(file) => {
            const [taken] = fit([file]);
            if (taken) onChange({ logo: taken, photos });
          }}
        >
          {logo ? 'Change logo' : 'Add logo'}
        </FilePicker>
        {photos.length < maxPhotos ? (
          <FilePicker isMultiple onPick={(_, files) => add(files)}>
            <Plus aria-hidden="true" size={18} />
            Add photos
          </FilePicker>
        ) : null}
      </div>
    </div>
  );
}

interface ChosenProps {
  file: File;
  name: string;
  isWhole?: boolean;
  onRemove: () => void;
  onUnreadable: () => void;
}

function Chosen({ file, name, isWhole = false, onRemove, onUnreadable }: ChosenProps) {
  return (
    <li className="w-32">
      <PicturePreview
        file={file}
        width={256}
        height={192}
        isWhole={isWhole}
        onUnreadable={onUnreadable}
        className="aspect-[4/3] w-full rounded-control border border-line"
      />
      <p className="mt-1 flex items-center justify-between text-16">
        {name}
        <Button look="quiet" aria-label={`Remove ${name}`} onClick={onRemove} className="px-2">
          <X aria-hidden="true" size={18} />
        </Button>
      </p>
    </li>
  );
}
