import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { whyNotPicture } from '#web/pictures/picture-files.ts';
import { uploadFailed, uploadPicture } from '#web/pictures/upload-picture.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FocusPicker } from './focus-picker.tsx';
import type { ArticleDraft } from './use-article-draft.ts';

export function PicturePanel({ draft: { fields, errors, change } }: { draft: ArticleDraft }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { imageUrl, imageAlt, imageCaption, focus } = fields;

  async function pick(file: File) {
    const why = whyNotPicture(file);
    setProblem(why ?? '');
    if (why) return;
    setBusy(true);
    try {
      const { src } = await uploadPicture(client, file, '');
      change({ imageUrl: src, focus: null, ...(imageUrl ? { imageAlt: '', imageCaption: '' } : {}) });
    } catch (error) {
      setProblem(problemMessage(error, uploadFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-4">
      {imageUrl ? (
        <FocusPicker src={imageUrl} alt={imageAlt} focus={focus} onChange={(to) => change({ focus: to })} />
      ) : null}
      <div>
        <div className="flex flex-wrap gap-3">
          <FilePicker isBusy={isBusy} describedBy="picture-problem" onPick={(file) => void pick(file)}>
            {isBusy ? 'Uploading...' : imageUrl ? 'Change picture' : 'Add picture'}
          </FilePicker>
          {imageUrl ? (
            <Button
              look="quiet"
              onClick={() => change({ imageUrl: null, imageAlt: '', imageCaption: '', focus: null })}
            >
              <Trash2 aria-hidden="true" size={18} />
              Remove picture
            </Button>
          ) : null}
        </div>
        <p id="picture-problem" role="status" className="mt-1.5 text-14 text-ink-soft">
          {problem ? (
            <span className="text-16 font-medium text-danger">{problem}</span>
          ) : (
            'JPEG, PNG, WebP or AVIF, at most 10 MB.'
          )}
        </p>
      </div>
      {imageUrl ? (
        <>
          <TextField
            label="Description of the picture"
            name="imageAlt"
            help="What it shows, for people who cannot see it."
            maxLength={200}
            value={imageAlt}
            error={errors.imageAlt}
            onChange={(event) => change({ imageAlt: event.target.value })}
          />
          <TextField
            label="Caption"
            name="imageCaption"
            help="Shown under the picture, with who took it. May stay empty."
            maxLength={300}
            value={imageCaption}
            error={errors.imageCaption}
            onChange={(event) => change({ imageCaption: event.target.value })}
          />
        </>
      ) : null}
    </div>
  );
}
