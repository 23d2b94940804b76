import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { SavedTextPicker, SaveForNextTime } from '#features/staff-frame/web/saved-text-picker.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { answerConversation, type Conversation } from '../contract.ts';
import { emptyGaps, fillIn } from '../fill-in.ts';

/** Answers from the town's address. What is typed stays in this browser until it is sent. */
export function AnswerForm({
  conversation: { id, name, email, business },
  onClose,
}: {
  conversation: Pick<Conversation, 'id' | 'name' | 'email' | 'business'>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
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
    const body = { answer: inWords(written), awaitsReply: form.has('awaits') };
    const fault = body.answer === '' ? 'Please write an answer' : emptyGaps(written, gaps);
    const errors =
      fault !== null
        ? { answer: fault }
        : await run(
            () => callApi(client, answerConversation, { params: { id }, body }).then(kept.settle),
            'Answer sent',
          );
    if (errors === null) {
      if (form.has('save')) saved.onSave(written);
      return onClose();
    }
    setError(errors.answer);
    area.current?.focus();
  }

  function choose(text: string) {
    if (area.current === null) return;
    // Into what is typed already, at the cursor.
    const { selectionStart, selectionEnd } = area.current;
    area.current.setRangeText(inWords(text), selectionStart, selectionEnd, 'end');
    area.current.dispatchEvent(new Event('input', { bubbles: true }));
    area.current.focus();
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
      <p className="text-14 text-ink-soft">
        In an answer, {name ? '{name} becomes the sender’s name, ' : ''}
        {business ? '{business} that of the business, ' : ''}
        {'{town}'}, {'{phone}'} and {'{email}'} those of the town.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Sending...' : 'Send answer'}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
