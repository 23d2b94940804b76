import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { whyNotPicture } from '#web/pictures/picture-files.ts';
import { uploadFailed, uploadPicture } from '#web/pictures/upload-picture.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';

interface EventPictureFieldProps {
  src: string | null;
  alt: string;
  error: string | undefined;
  onChange: (picture: { imageUrl?: string | null; imageAlt?: string }) => void;
}

export function EventPictureField({ src, alt, error, onChange }: EventPictureFieldProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function pick(file: File) {
    const why = whyNotPicture(file);
    setProblem(why ?? '');
    if (why) return;
    setBusy(true);
    try {
      const stored = await uploadPicture(client, file, '');
      onChange({ imageUrl: stored.src, imageAlt: '' });
    } catch (failure) {
      setProblem(problemMessage(failure, uploadFailed));
    } finally {
      setBusy(false);
    }
  }

  const told = problem || error;
  return (
    <div className="grid gap-3">
      {src ? (
        <Picture src={src} alt={alt} sizes="20rem" className="max-h-60 w-auto rounded-control border border-line" />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <FilePicker isBusy={isBusy} describedBy="event-picture-help" onPick={(file) => void pick(file)}>
          {isBusy ? 'Uploading...' : src ? 'Change picture' : 'Add picture'}
        </FilePicker>
        {src ? (
          <Button look="quiet" onClick={() => onChange({ imageUrl: null, imageAlt: '' })}>
            <Trash2 aria-hidden="true" size={18} />
            Remove picture
          </Button>
        ) : null}
      </div>
      <p id="event-picture-help" role="status" className="text-14 text-ink-soft">
        {told ? (
          <span className="text-16 font-medium text-danger">{told}</span>
        ) : (
          'JPEG, PNG, WebP or AVIF, at most 10 MB.'
        )}
      </p>
      {src ? (
        <TextField
          label="Description of the picture"
          name="imageAlt"
          help="What it shows, for people who cannot see it."
          maxLength={200}
          value={alt}
          onChange={(event) => onChange({ imageAlt: event.target.value })}
        />
      ) : null}
    </div>
  );
}
