import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { emptyGaps, fillIn } from '#features/conversations/fill-in.ts';
import { putInto } from '#features/conversations/put-into.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import type { SavedAnswer } from '../answers-contract.ts';
import { asTemplate } from '../as-template.ts';
import { brokenLinksHint } from '../broken-links-hint.ts';
import { maxInARow, trailingAnswers } from '../in-a-row.ts';
import type { OwnMessage } from '../own-contract.ts';
import { savedAnswersQuery, useTakeOverAnswers } from './answer-queries.ts';
import { useRefresh } from './use-refresh.ts';

const notReady = 'Your answer was not sent. Please check the connection and try again.';
const notKept = 'The answer is sent, but it could not be saved for next time.';

/** Names the draft in this browser. */
export const answerThing = (id: string) => `message-answer:${id}`;

interface AnswerProps {
  message: OwnMessage;
  /** It follows an answer that was sent. */
  isSecond?: boolean;
}

const fields = [
  {
    label: 'Your answer to',
    help: 'We mail it for you, without your email address. The visitor can write back.',
  },
  {
    label: 'Your second answer to',
    help: 'It goes out as a new email. The first answer stays as it is.',
  },
  {
    label: 'Your next answer to',
    help: `It goes out as a new email. What you sent before stays as it is. ${maxInARow} answers in a row may be.`,
  },
] as const;

const fieldOf = (message: OwnMessage, isSecond: boolean) =>
  isSecond ? (trailingAnswers(message.posts) < 2 ? fields[1] : fields[2]) : fields[0];

/** The form with which an owner answers a visitor, in own words or with saved ones. */
export function Answer({ message, isSecond = false }: AnswerProps) {
  const { id, name, business } = message;
  const client = useQueryClient();
  const refresh = useRefresh();
  const takeOver = useTakeOverAnswers(business.id);
  const { data: saved = [] } = useQuery(savedAnswersQuery(business.id));
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const [written, setWritten] = useState('');
  const { siteUrl } = useCity();
  const kept = useKeptForm({ thing: answerThing(id), noun: 'answer' });
  const area = useRef<HTMLTextAreaElement>(null);
  const chosen = useRef(new Set<string>());
  /** After a reload only the text tells what was chosen. */
  const putIn = () => [
    ...chosen.current,
    ...saved.map(({ text }) => text).filter((text) => (area.current?.value ?? '').includes(inWords(text))),
  ];
  const { label, help } = fieldOf(message, isSecond);
  const gaps = { name, business: business.name };
  const inWords = (text: string) => fillIn(text, gaps);
  const hint = brokenLinksHint(inWords(written), { places: business.places ?? [], siteUrl });
  const noteWritten = () => setWritten(area.current?.value ?? '');
  // A draft stands in the field by now, which nobody has typed into.
  useEffect(() => setWritten(area.current?.value ?? ''), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const keeps = new FormData(form).has('save');
    const typed = area.current?.value ?? '';
    const empty = emptyGaps(typed, gaps);
    if (empty !== null) {
      setError(empty);
      return focusFirstInvalid(form, { answer: empty });
    }
    setSending(true);
    const module = await import('./send-answer.ts').catch(() => null);
    const failure = module ? await module.sendAnswer(client, { id, isSecond }, inWords(typed)) : notReady;
    if (module && failure === null && keeps) {
      const names = { name, business: business.name };
      const template = asTemplate(typed, names, putIn());
      await module.keepAnswer(client, business.id, template).then(takeOver, () => {
        showToast({ title: 'Error', text: notKept, destructive: true });
      });
    }
    setSending(false);
    setError(failure ?? undefined);
    if (failure !== null) return focusFirstInvalid(form, { answer: failure });
    kept.settle();
    showToast({ title: 'Answer sent', text: `${name} gets it by email, without your address.` });
    await refresh();
  }

  function choose(text: string) {
    const field = area.current;
    if (field === null) return;
    chosen.current.add(text);
    putInto(field, inWords(text));
    noteWritten();
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {kept.notice}
      <Choice saved={saved} name={name} onChoose={choose} />
      <TextArea
        label={`${label} ${name}`}
        help={help}
        name="answer"
        rows={4}
        error={error}
        hint={hint}
        onInput={noteWritten}
        ref={area}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
        <input type="checkbox" name="save" className="size-5 shrink-0 accent-action" />
        Save this answer for next time
      </label>
      <Button type="submit" aria-disabled={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : 'Send answer'}
      </Button>
    </form>
  );
}

const shownLetters = 80;

interface ChoiceProps {
  saved: readonly SavedAnswer[];
  name: string;
  onChoose: (text: string) => void;
}

/** Nothing as long as none is saved. */
function Choice({ saved, name, onChoose }: ChoiceProps) {
  if (saved.length === 0) return null;
  return (
    <SelectField
      label={`Saved answers for ${name}`}
      value=""
      onChange={({ target }) => {
        const text = saved.find(({ id }) => id === target.value)?.text;
        if (text !== undefined) onChoose(text);
      }}
    >
      <option value="">Choose one, or write your own</option>
      {saved.map(({ id, text }) => (
        <option key={id} value={id}>
          {text.length > shownLetters ? `${text.slice(0, shownLetters - 1)}…` : text}
        </option>
      ))}
    </SelectField>
  );
}
