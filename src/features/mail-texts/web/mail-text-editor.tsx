/** The words of one mail: form, preview and history. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import { putMailText, resetMailText, type StaffMail, type Text } from '../staff-contract.ts';
import { MailPreview } from './mail-preview.tsx';
import { MailTextHistory } from './mail-text-history.tsx';
import { MailVariables } from './mail-variables.tsx';

const describe = (was: Text, now: Text) => fieldChanges(was, now, { subject: 'Subject', text: 'Text' });

export function MailTextEditor({ mail }: { mail: StaffMail }) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const [errors, setErrors] = useState<FieldErrors>({});
  const { name, value, builtIn, changedAt } = mail;
  const kept = useKept({ thing: `mail-text:${name}`, noun: 'text' }, value, changedAt);
  const draft = kept.value;
  const type = (change: Partial<Text>) => kept.set((before) => ({ ...before, ...change }));
  const form = useRef<HTMLFormElement>(null);

  function refuse(refused: FieldErrors) {
    setErrors(refused);
    if (form.current) focusFirstInvalid(form.current, refused);
  }
  /** Shows words that are stored. */
  function show(text: Text) {
    kept.settle(text);
    setErrors({});
  }
  async function save(text: Text, over: string | null, done: string) {
    const refused = await run(async () => {
      await callApi(client, putMailText, { params: { name }, body: { ...text, changedAt: over } });
      show(text);
    }, done);
    if (refused === null) return;
    kept.catchUp(refused);
    refuse(refused);
  }
  const reset = () =>
    run(async () => {
      await callApi(client, resetMailText, { params: { name }, query: { changedAt: changedAt ?? undefined } });
      show(builtIn);
    }, 'Back to the built-in text');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = { subject: draft.subject.trim(), text: draft.text.trim() };
    void save(text, kept.version, 'Saved. The next mail has these words');
  };

  return (
    <>
      <p className="mb-6 max-w-[66ch] text-18">
        {mail.when} <span className="text-ink-soft">It goes to {mail.to}.</span>
      </p>
      <div className="grid gap-6 xl:grid-cols-2">
        <Card className="h-fit p-5 sm:p-8">
          <form ref={form} noValidate aria-labelledby="words" className="grid gap-4" onSubmit={submit}>
            <h2 id="words" className="text-21">
              Words
            </h2>
            <Trouble mail={mail} />
            {kept.notice}
            <TextField
              label="Subject"
              name="subject"
              maxLength={1000}
              autoComplete="off"
              value={draft.subject}
              error={errors.subject}
              onChange={({ target }) => type({ subject: target.value })}
            />
            <TextArea
              label="Text"
              name="text"
              rows={18}
              help="A blank line begins a new paragraph. The name and address of the town stand below it by themselves."
              value={draft.text}
              error={errors.text}
              onChange={({ target }) => type({ text: target.value })}
            />
            <ConflictNote kept={kept} refusal={refusal} describe={describe} />
            <State mail={mail}>
              <Button type="submit" disabled={isPending}>
                {isPending ? 'Saving...' : 'Save'}
              </Button>
              {changedAt ? (
                <SmallButton disabled={isPending} onClick={() => void reset()}>
                  Back to the built-in text
                </SmallButton>
              ) : null}
            </State>
          </form>
          <MailVariables mail={mail} />
        </Card>
        <MailPreview mail={mail} draft={draft} onRefused={refuse} />
      </div>
      <MailTextHistory
        mail={mail}
        isPending={isPending}
        onUse={(text) => void save(text, changedAt, 'Back to that text')}
      />
    </>
  );
}

function Trouble({ mail: { trouble } }: { mail: StaffMail }) {
  if (!trouble) return null;
  return (
    <p className="rounded-control border border-gold-line bg-gold-ground p-4 text-16">
      The stored text cannot be sent, so the built-in one goes out: {trouble}
    </p>
  );
}

/** The buttons, and who changed the words. */
function State({ mail: { changedAt, changedBy }, children }: { mail: StaffMail; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <span className="text-14 text-ink-soft">
        {changedAt ? (
          <>
            Changed <Moment at={changedAt} />
            {changedBy ? ` by ${changedBy}` : ''}
          </>
        ) : (
          'As built in'
        )}
      </span>
    </div>
  );
}
