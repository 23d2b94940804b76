import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Picture } from '#shared/picture.ts';
import { maxAltLength } from '#shared/staff-pictures.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { FilePicker } from '#web/pictures/file-picker.tsx';
import { whyNotPicture } from '#web/pictures/picture-files.ts';
import { uploadFailed, uploadPicture } from '#web/pictures/upload-picture.ts';
import { TextField } from '#web/ui/field.tsx';
import { EditorDialog } from './editor-dialog.tsx';

interface PictureDialogProps {
  /** The selected picture: the dialog asks for its description only. */
  present: { src: string; alt: string } | null;
  /** A file that was pasted or dropped. */
  file: File | null;
  onAdd: (picture: Picture) => void;
  onDescribe: (alt: string) => void;
  onClose: () => void;
}

export function PictureDialog({ present, file: given, onAdd, onDescribe, onClose }: PictureDialogProps) {
  const client = useQueryClient();
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(present?.alt ?? '');
  const [isDecoration, setDecoration] = useState(present?.alt === '');
  const [fileProblem, setFileProblem] = useState((given && whyNotPicture(given)) ?? '');
  const [altProblem, setAltProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const altField = useRef<HTMLInputElement>(null);

  function pick(picked: File) {
    setFile(picked);
    setFileProblem(whyNotPicture(picked) ?? '');
  }

  async function submit() {
    const words = isDecoration ? '' : alt.trim();
    if (!isDecoration && words === '') {
      setAltProblem('Please say what the picture shows, or mark it as decoration.');
      altField.current?.focus();
    }
    if (present === null && file === null) setFileProblem('Please choose a picture.');
    if (!isDecoration && words === '') return;
    if (present) return onDescribe(words);
    if (file === null || fileProblem !== '') return;
    setBusy(true);
    try {
      onAdd(await uploadPicture(client, file, words));
    } catch (error) {
      setFileProblem(problemMessage(error, uploadFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <EditorDialog
      title={present ? 'Describe the picture' : 'Add a picture'}
      submitLabel={isBusy ? 'Uploading...' : present ? 'Save description' : 'Add picture'}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {present ? null : (
        <div>
          <div className="flex flex-wrap items-center gap-3">
            <FilePicker isBusy={isBusy} describedBy="rich-text-file" onPick={pick}>
              {file ? 'Choose another' : 'Choose a picture'}
            </FilePicker>
            {file ? <span className="min-w-0 text-16 break-all">{file.name}</span> : null}
          </div>
          <p id="rich-text-file" role="status" className="mt-1.5 text-14 text-ink-soft">
            {fileProblem ? (
              <span className="text-16 font-medium text-danger">{fileProblem}</span>
            ) : (
              'JPEG, PNG, WebP or AVIF, at most 10 MB.'
            )}
          </p>
        </div>
      )}
      <TextField
        ref={altField}
        label="Description"
        help="What the picture shows, for people who cannot see it."
        maxLength={maxAltLength}
        value={alt}
        disabled={isDecoration}
        error={altProblem || undefined}
        onChange={(event) => {
          setAlt(event.target.value);
          setAltProblem('');
        }}
      />
      <label className="flex min-h-11 items-center gap-3 text-16">
        <input
          type="checkbox"
          className="size-5 accent-action"
          checked={isDecoration}
          onChange={(event) => {
            setDecoration(event.target.checked);
            setAltProblem('');
          }}
        />
        It is only decoration
      </label>
    </EditorDialog>
  );
}
