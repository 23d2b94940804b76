import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown, FileImage } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useHasDraft } from '#web/forms/use-has-draft.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { maxPictureBytes, pictureTypes } from '#web/pictures/picture-files.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import {
  addDocument,
  type Claim,
  deleteDocument,
  maxDocuments,
  maxNoteLength,
  maxPdfBytes,
  maxPdfName,
  saveEvidence,
} from '../contract.ts';
import { useClaimAction } from './use-claim-action.ts';

/** A form for proof that the business is the claimant's; closed until it is needed. */
export default function EvidenceForm({ claim }: { claim: Claim }) {
  const client = useQueryClient();
  const { run, isPending } = useClaimAction();
  const thing = `evidence:${claim.id}`;
  const hasDraft = useHasDraft(thing);
  const kept = useKeptForm({ thing, noun: 'answer' });
  // Open for who was asked, for who has begun to answer, and for who has said nothing yet. A first answer does not close it
  // below one's hands.
  const [isOpened] = useState(
    hasDraft || claim.question !== null || (claim.note === '' && claim.phone === '' && claim.documents.length === 0),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const text = useRef<HTMLTextAreaElement>(null);
  const isAsked = claim.question !== null;
  /** From the first question on, what is typed is added, and what was said before stays. */
  const isTalk = isAsked || claim.talk.some(({ by }) => by === 'us');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = { note: String(data.get('note')), phone: String(data.get('phone')) };
    const { done, fields } = await run(
      () => callApi(client, saveEvidence, { params: { id: claim.id }, body }),
      isAsked ? 'Thank you. We have your answer.' : 'Thank you. We have it with your claim.',
    );
    setErrors(fields);
    if (!done) return;
    if (isTalk) kept.settleEmpty('note');
    else kept.settle();
  }

  return (
    <details open={isOpened} className="group mt-4 rounded-control border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-2 text-16 font-semibold">
        Help us decide: tell us how the business is yours
        <ChevronDown aria-hidden="true" size={20} className="shrink-0 group-open:rotate-180" />
      </summary>
      <form
        ref={kept.ref}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-2 grid max-w-[36rem] gap-4"
      >
        {kept.notice}
        <TextArea
          label={isAsked ? 'Your answer' : isTalk ? 'Something to add?' : 'What should we know?'}
          name="note"
          ref={text}
          rows={4}
          maxLength={maxNoteLength}
          defaultValue={isTalk ? '' : claim.note}
          help={
            isTalk
              ? 'It goes to us with your claim. Add a document below, if that helps.'
              : 'For example your part in the business, and since when.'
          }
          error={errors.note}
        />
        <TextField
          label="Phone number at the business"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          defaultValue={claim.phone}
          help="We may call you there."
          error={errors.phone}
        />
        <Button type="submit" disabled={isPending} className="justify-self-start">
          {isPending ? 'Saving...' : isAsked ? 'Send answer' : isTalk ? 'Send' : 'Save'}
        </Button>
      </form>
      <Documents claim={claim} hasUnsent={() => isAsked && hasTyped(text.current?.form, claim)} />
    </details>
  );
}

function hasTyped(form: HTMLFormElement | null | undefined, { phone }: Claim): boolean {
  if (!form) return false;
  const data = new FormData(form);
  return String(data.get('note')).trim() !== '' || String(data.get('phone')) !== phone;
}

interface DocumentsProps {
  claim: Claim;
  /** An answer to an open question is typed and not sent. */
  hasUnsent: () => boolean;
}

function Documents({ claim, hasUnsent }: DocumentsProps) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { run, isPending } = useClaimAction();
  const id = useId();
  const [isPart, setPart] = useState(false);
  const { documents } = claim;

  function add(file: File | undefined) {
    if (file === undefined) return;
    const refuse = (text: string) => showToast({ title: 'Error', text, destructive: true });
    const isPdf = file.type === 'application/pdf';
    if (isPdf && file.size > maxPdfBytes) return refuse('This PDF is larger than 5 MB. Please choose a smaller one.');
    if (file.size > maxPictureBytes) return refuse('This picture is larger than 10 MB. Please choose a smaller one.');
    const isPart = hasUnsent();
    const query = {
      ...(isPdf ? { name: file.name.slice(-maxPdfName) } : {}),
      ...(isPart ? { unsent: 'answer' as const } : {}),
    };
    const input = { params: { id: claim.id }, query, upload: file };
    const done = isPart ? 'The document is added. Your answer is not sent yet.' : 'The document is added';
    void run(() => callApi(client, addDocument, input), done).then((added) => setPart(added.done && isPart));
  }

  const remove = (documentId: string) =>
    run(() => callApi(client, deleteDocument, { params: { id: claim.id, documentId } }), 'The document is removed');

  return (
    <div className="mt-6 mb-4">
      <h4 className="text-16 font-semibold">Documents</h4>
      <p className="text-14 text-ink-soft">
        A license, a lease or a bill. Only our staff see it, and we delete it 90 days after we have decided. A PDF of at
        most 5 MB, or a picture (JPEG, PNG, WebP or AVIF) of at most 10 MB.
      </p>
      {documents.length > 0 ? (
        <ul className="mt-2 grid gap-1 text-16">
          {documents.map(({ id: documentId, addedAt, pdf }, at) => (
            <li key={documentId} className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
              <span className="flex min-w-0 items-start gap-2">
                <FileImage aria-hidden="true" size={18} className="mt-1 shrink-0 text-ink-soft" />
                <span className="min-w-0">
                  {pdf ? pdf.name : `Document ${at + 1}`}, {formatDate(addedAt, timeZone)},{' '}
                  {formatTime(addedAt, timeZone)}
                </span>
              </span>
              <Button
                look="quiet"
                disabled={isPending}
                aria-label={`Remove document ${at + 1}`}
                onClick={() => void remove(documentId)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className="mt-2 rounded-control bg-gold-ground px-4 py-2 text-16 font-semibold empty:hidden">
        {isPart && claim.question !== null
          ? 'Your document is with us. Your answer above is not sent yet: please press Send answer.'
          : ''}
      </p>
      {documents.length < maxDocuments ? (
        <span className="mt-3 inline-flex">
          <input
            id={id}
            type="file"
            accept={`${pictureTypes},application/pdf`}
            disabled={isPending}
            className="peer sr-only"
            onChange={(event) => {
              add(event.target.files?.[0]);
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
            {isPending ? 'Uploading...' : 'Add a document'}
          </label>
        </span>
      ) : null}
    </div>
  );
}
