import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useOwnListings } from '#features/businesses/web/own-listings.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useHasDraft } from '#web/forms/use-has-draft.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { maxSavedAnswers, removeSavedAnswer, type SavedAnswer } from '../answers-contract.ts';
import { savedAnswersQuery, useTakeOverAnswers } from './answer-queries.ts';

interface Listing {
  id: string;
  name: string;
}

/** The answers that the owner's listings keep: one folded list for each of them. */
export function SavedAnswers() {
  const businesses = useOwnListings();
  if (businesses.length === 0) return null;
  return (
    <section aria-labelledby="saved-answers" className="grid gap-3 rounded-card border border-line bg-card px-5 py-4">
      <h2 id="saved-answers" className="font-sans text-16 font-semibold">
        Saved answers
      </h2>
      <p className="text-16 text-ink-soft">
        For what visitors ask again and again. Choose one while you answer. {'{name}'} becomes the visitor's name,{' '}
        {'{business}'} the name of your business.
      </p>
      {businesses.map(({ id, name }) => (
        <Folded key={id} listing={{ id, name }} />
      ))}
    </section>
  );
}

const newThing = (id: string) => `saved-answer:new:${id}`;

function Folded({ listing }: { listing: Listing }) {
  const hasDraft = useHasDraft(newThing(listing.id));
  const [isOpen, setOpen] = useState(hasDraft);
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 [overflow-wrap:anywhere]">
        {listing.name}
        <ChevronDown aria-hidden="true" size={20} className="shrink-0 group-open:rotate-180" />
      </summary>
      {isOpen ? <List listing={listing} opensNew={hasDraft} /> : null}
    </details>
  );
}

function List({ listing, opensNew }: { listing: Listing; opensNew: boolean }) {
  const { id, name } = listing;
  const { data: saved } = useQuery(savedAnswersQuery(id));
  const [open, setOpen] = useState<string | null>(opensNew ? 'new' : null);
  const place = useRef<HTMLElement>(null);
  const wasOpen = useRef(opensNew);
  // The button that opened a form is gone once it closes: keyboards continue at the list.
  useLayoutEffect(() => {
    if (open === null && wasOpen.current) place.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  const close = () => setOpen(null);
  if (saved === undefined) return null;
  return (
    <section ref={place} tabIndex={-1} aria-label={`Saved answers of ${name}`} className="grid gap-3 py-2">
      <ul className="grid gap-3 empty:hidden">
        {saved.map((one) => (
          <li key={one.id} className="border-t border-line pt-3">
            {open === one.id ? (
              <Editor listing={listing} answer={one} onClose={close} />
            ) : (
              <One
                listing={listing}
                answer={one}
                onOpen={() => setOpen(one.id)}
                onGone={() => place.current?.focus()}
              />
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <Editor listing={listing} onClose={close} />
      ) : saved.length < maxSavedAnswers ? (
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          Add an answer
        </Button>
      ) : (
        <p className="text-16 text-ink-soft">That is all there is room for. To add one, remove another one.</p>
      )}
    </section>
  );
}

interface OneProps {
  listing: Listing;
  answer: SavedAnswer;
  onOpen: () => void;
  onGone: () => void;
}

function One({ listing: { id }, answer, onOpen, onGone }: OneProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverAnswers(id);
  const start = answer.text.slice(0, 60);
  return (
    <>
      <p className="text-16 whitespace-pre-line [overflow-wrap:anywhere]">{answer.text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="quiet" aria-label={`Change: ${start}`} onClick={onOpen}>
          Change
        </Button>
        <AskOnceMore
          label="Remove"
          name={`Remove: ${start}`}
          question="Remove this answer?"
          yes="Yes, remove it"
          yesName={`Yes, remove: ${start}`}
          no="Keep it"
          act={() => callApi(client, removeSavedAnswer, { params: { id, answerId: answer.id } })}
          done="The saved answer is removed"
          failed="This could not be removed. Check the connection and try again."
          onDone={({ answer: left }) => {
            takeOver(left);
            onGone();
          }}
        />
      </div>
    </>
  );
}

interface EditorProps {
  listing: Listing;
  /** undefined: a new one. */
  answer?: SavedAnswer;
  onClose: () => void;
}

function Editor({ listing: { id, name }, answer, onClose }: EditorProps) {
  const client = useQueryClient();
  const takeOver = useTakeOverAnswers(id);
  const [error, setError] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const kept = useKeptForm({ thing: answer ? `saved-answer:${answer.id}` : newThing(id), noun: 'answer' });
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const form = event.currentTarget;
    const written = { businessId: id, answerId: answer?.id, text: area.current?.value ?? '' };
    setSaving(true);
    const module = await import('./send-answer.ts').catch(() => null);
    const stored = module ? await module.storeAnswer(client, written) : 'Please check the connection and try again.';
    setSaving(false);
    if (typeof stored === 'string') {
      setError(stored);
      return focusFirstInvalid(form, { text: stored });
    }
    kept.settle();
    takeOver(stored);
    showToast({ title: 'Answer saved' });
    onClose();
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {kept.notice}
      <TextArea
        label={answer ? `Saved answer of ${name}` : `New answer of ${name}`}
        help="For example: Hello {{name}}, we are open on Sundays from 9 to 1."
        name="text"
        rows={4}
        maxLength={3000}
        defaultValue={answer?.text ?? ''}
        error={error}
        ref={area}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
