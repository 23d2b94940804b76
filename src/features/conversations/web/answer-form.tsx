import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { SavedTextPicker, SaveForNextTime } from '#features/staff-frame/web/saved-text-picker.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { answerConversation, type Conversation, lastAnswer } from '../contract.ts';
import { emptyGaps, fillIn, gapHelp } from '../fill-in.ts';
import { putInto } from '../put-into.ts';

/** A colleague has answered it, or closed it, while this answer was written. */
interface Asked {
  said: string;
  /** The colleague's answer; undefined: there is none. */
  after: string | undefined;
  /** The colleague has closed it. */
  isClosed: boolean;
}

/**
 * Sends an answer. When a colleague has answered or closed it meanwhile, it is not sent: the question stands beside the button, and the line of the
 * queue stays where it is, although its letter is answered by now.
 */
function useSending({ id, posts, state }: Pick<Conversation, 'id' | 'posts' | 'state'>) {
  const client = useQueryClient();
  const { isPending, run, reload } = useStaffAction();
  const [isSending, setSending] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [seen] = useState(() => ({ after: lastAnswer({ posts })?.id ?? null, isClosed: state === 'closed' }));
  async function send(answer: string, form: FormData, sent: () => void): Promise<Record<string, string> | null> {
    const awaitsReply = form.has('awaits');
    const body = {
      ...{ answer, awaitsReply, after: asked?.after ?? seen.after },
      isClosed: asked?.isClosed === true || seen.isClosed,
    };
    setSending(true);
    const outcome = await callApi(client, answerConversation, { params: { id }, body }).then(
      (done) => () => Promise.resolve(done),
      (error: unknown) => meanwhile(error) ?? (() => Promise.reject(error)),
    );
    setSending(false);
    if (typeof outcome !== 'function') {
      setAsked(outcome);
      return {};
    }
    setAsked(null);
    return run(() => outcome().then(sent), form.has('save') ? 'Answer sent, and saved for next time' : 'Answer sent');
  }
  return { isPending: isPending || isSending, asked, send, reload };
}

function meanwhile(error: unknown): Asked | null {
  if (!(error instanceof ApiError)) return null;
  const { after, isClosed } = error.problem?.fields ?? {};
  if (after === undefined && isClosed === undefined) return null;
  return { said: error.problem?.message ?? '', after, isClosed: isClosed !== undefined };
}

/** Answers from the town's address. What is typed stays in this browser until it is sent. */
export function AnswerForm({
  conversation: { id, name, email, business, posts, state },
  onClose,
}: {
  conversation: Pick<Conversation, 'id' | 'name' | 'email' | 'business' | 'posts' | 'state'>;
  onClose: () => void;
}) {
  const { isPending, asked, send, reload } = useSending({ id, posts, state });
  const [error, setError] = useState<string>();
  const saved = useSavedTexts('message', 'answer');
  const { name: town, contact } = useCity();
  const gaps: Record<string, string> = {
    ...(name ? { name } : {}),
    ...(business ? { business: business.name } : {}),
    ...{ town, phone: contact.phone, email: contact.email },
  };
  const inWords = (text: string) => fillIn(text, gaps);
  const kept = useKeptForm({ thing: `answer:${id}`, noun: 'answer' });
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const written = area.current?.value.trim() ?? '';
    const answer = inWords(written);
    const fault = answer === '' ? 'Please write an answer' : emptyGaps(written, gaps);
    const errors = fault === null ? await send(answer, form, kept.settle) : { answer: fault };
    if (errors === null) {
      if (form.has('save')) saved.onSave(written, true);
      return onClose();
    }
    setError(errors.answer);
    if (errors.answer) area.current?.focus();
  }
  function cancel() {
    onClose();
    // Shows the colleague's answer.
    if (asked) void reload();
  }

  function choose(text: string) {
    if (area.current === null) return;
    putInto(area.current, inWords(text));
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {kept.notice}
      <SavedTextPicker saved={saved} onChoose={choose} />
      <TextArea
        label={`Your answer to ${name || email}`}
        help={`Goes to ${email} from the town's address, with the person's words below it. It begins with 'Hello' by itself. This browser keeps it until it is sent.`}
        name="answer"
        rows={6}
        maxLength={5000}
        error={error}
        ref={area}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
        <input type="checkbox" name="awaits" className="size-5 accent-action" />
        It asks something: wait for the reply
      </label>
      <SaveForNextTime what="answer" />
      <p className="text-14 text-ink-soft">{gapHelp({ name: Boolean(name), business: business !== null })}</p>
      {asked ? (
        <section
          key={asked.after}
          ref={takeFocus}
          tabIndex={-1}
          aria-label="Not sent yet"
          className="scroll-mt-24 rounded-control border border-gold-line bg-gold-ground px-4 py-3 wrap-anywhere"
        >
          <p className="font-semibold">{asked.said}</p>
          <p>Yours is not sent yet. Nothing you typed is lost.</p>
        </section>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Sending...' : asked ? 'Send mine, too' : 'Send answer'}
        </Button>
        <Button look="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
