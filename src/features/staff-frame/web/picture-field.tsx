import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { whyNotPicture } from '#web/pictures/picture-files.ts';
import { uploadFailed, uploadPicture } from '#web/pictures/upload-picture.ts';
import { Picture } from '#web/ui/picture.tsx';
import { SmallButton } from './staff-parts.tsx';

interface PictureFieldProps {
  /** 'Picture' */
  label: string;
  help?: string;
  src: string | null;
  error?: string | undefined;
  onChange: (src: string | null) => void;
  /** False when a picture is required. */
  canRemove?: boolean;
}

/**
 * A field for one picture: shows it, replaces it or removes it. The server stores it as soon as it is chosen.
 */
export function PictureField({ label, help, src, error, onChange, canRemove = true }: PictureFieldProps) {
  const client = useQueryClient();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function pick(file: File) {
    setFailure(whyNotPicture(file));
    if (whyNotPicture(file) !== null) return;
    setBusy(true);
    try {
      onChange((await uploadPicture(client, file, '')).src);
    } catch (problem) {
      setFailure(problemMessage(problem, uploadFailed));
    }
    setBusy(false);
  }

  const message = failure ?? error;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-16 font-semibold">{label}</legend>
      {src ? (
        <Picture
          src={src}
          alt=""
          sizes="240px"
          className="aspect-[2/1] w-60 rounded-control border border-line object-cover"
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <FilePicker isBusy={isBusy} describedBy={`${id}-more`} onPick={(file) => void pick(file)}>
          {isBusy ? 'Saving the picture...' : src ? 'Choose another picture' : 'Choose a picture'}
        </FilePicker>
        {src && canRemove ? <SmallButton onClick={() => onChange(null)}>Remove picture</SmallButton> : null}
      </div>
      <div id={`${id}-more`}>
        {help ? <p className="text-14 text-ink-soft">{help}</p> : null}
        {message ? (
          <p role="alert" className="text-16 font-medium text-danger">
            {message}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}
