import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { currentUserQuery } from '#features/accounts/web/current-user.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { SavedTextPicker, SaveForNextTime } from '#features/staff-frame/web/saved-text-picker.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { dropDraft, keepDraft, readDraft } from '#web/forms/draft-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { fillIn } from '../fill-in.ts';
import { answerMessage, type StaffMessage } from '../staff-contract.ts';

const Kept = z.object({ answer: z.string() });

/** Answers from the town's address. What is typed stays in this browser until it is sent. */
export function AnswerForm({
  message: { id, name, email },
  onClose,
}: {
  message: Pick<StaffMessage, 'id' | 'name' | 'email'>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [error, setError] = useState<string>();
  const saved = useSavedTexts('message', 'answer');
  const { name: town, contact } = useCity();
  const inWords = (text: string) => fillIn(text, { name, town, phone: contact.phone, email: contact.email });
  const userId = client.getQueryData(currentUserQuery.queryKey)?.id ?? '';
  const thing = `answer:${id}`;
  const [kept] = useState(() => Kept.safeParse(readDraft(userId, thing)?.fields).data?.answer ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = area.current?.value.trim() ?? '';
    const answer = inWords(written);
    const isSaved = new FormData(event.currentTarget).has('save');
    const errors =
      answer === ''
        ? { answer: 'Please write an answer' }
        : await run(() => callApi(client, answerMessage, { params: { id }, body: { answer } }), 'Answer sent');
    if (errors === null) {
      if (isSaved) saved.onSave(written);
      dropDraft(userId, thing);
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
    keep(area.current.value);
    area.current.focus();
  }

  function keep(answer: string) {
    if (answer.trim() === '') dropDraft(userId, thing);
    else keepDraft(userId, thing, { fields: { answer }, base: {}, version: 0 });
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <SavedTextPicker saved={saved} onChoose={choose} />
      <TextArea
        label={`Your answer to ${name}`}
        help={`Goes to ${email} from the town's address, with the message below it. It begins with 'Hello' and the name by itself. This browser keeps it until it is sent.`}
        name="answer"
        rows={6}
        maxLength={5000}
        defaultValue={kept}
        onInput={({ currentTarget }) => keep(currentTarget.value)}
        error={error}
        ref={area}
      />
      <SaveForNextTime what="answer" />
      <p className="text-14 text-ink-soft">
        In an answer, {'{name}'} becomes the sender’s name, and {'{town}'}, {'{phone}'} and {'{email}'} those of the
        town.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Sending...' : 'Send answer'}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
