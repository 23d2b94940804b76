import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Card } from '#web/ui/layout.tsx';
import { previewMailText, type StaffMail, type Text, testMailText } from '../staff-contract.ts';

interface MailPreviewProps {
  mail: StaffMail;
  draft: Text;
  onRefused: (errors: FieldErrors) => void;
}

interface Shown extends Text {
  cases: string[];
  /** The mail that goes out; null before the first preview. */
  mail: Text | null;
}

const frame = 'mail-preview';

/**
 * Shows the draft as the mail that goes out, with made-up values. The page's own policy refuses the inline styles of a mail,
 * so a form posts the draft into a frame, whose answer has a policy of its own.
 */
export function MailPreview({ mail: { name, value, cases }, draft, onRefused }: MailPreviewProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [chosen, setChosen] = useState(() => cases.filter(({ isInExample }) => isInExample).map((one) => one.name));
  const [shown, setShown] = useState<Shown>({ ...value, cases: chosen, mail: null });
  const form = useRef<HTMLFormElement>(null);
  const params = { name };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => form.current?.submit(), [shown]);

  async function preview(now: string[]) {
    setChosen(now);
    try {
      const { answer } = await callApi(client, previewMailText, { params, body: { ...draft, cases: now } });
      onRefused({});
      setShown({ ...draft, cases: now, mail: answer });
    } catch (error) {
      onRefused(error instanceof ApiError ? (error.problem?.fields ?? {}) : {});
      showToast({
        title: 'Error',
        text: problemMessage(error, 'The preview could not be made. Check the connection and try again.'),
        destructive: true,
      });
    }
  }
  async function test() {
    const refused = await run(
      () => callApi(client, testMailText, { params, body: { ...draft, cases: chosen } }),
      'The test is on its way to you',
    );
    if (refused) onRefused(refused);
  }
  return (
    <Card className="h-fit p-5 sm:p-8">
      <section aria-labelledby="preview" className="grid gap-4">
        <h2 id="preview" className="text-21">
          Preview
        </h2>
        {cases.length > 0 ? (
          <fieldset className="grid gap-1 text-16">
            <legend className="mb-1 font-semibold">Show it for the case that</legend>
            {cases.map(({ name: one, means }) => (
              <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-action"
                  checked={chosen.includes(one)}
                  onChange={({ target }) =>
                    void preview(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
                  }
                />
                {means}
              </label>
            ))}
          </fieldset>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <SmallButton onClick={() => void preview(chosen)}>Show the preview</SmallButton>
          <SmallButton disabled={isPending} onClick={() => void test()}>
            Send me a test
          </SmallButton>
        </div>
        <form
          ref={form}
          method="post"
          action={`/staff/mail-texts/${name}/preview`}
          target={frame}
          aria-label="The draft for the preview"
          hidden
        >
          <input type="hidden" name="subject" value={shown.subject} readOnly />
          <textarea name="text" value={shown.text} readOnly />
          <input type="hidden" name="cases" value={shown.cases.join(' ')} readOnly />
        </form>
        {shown.mail ? (
          <p className="text-16 break-words">
            <span className="text-ink-soft">Subject:</span> {shown.mail.subject}
          </p>
        ) : null}
        <iframe
          name={frame}
          title="The mail with made-up names"
          sandbox=""
          className="block h-[34rem] w-full rounded-control border border-line bg-card"
        />
        {shown.mail ? (
          <details className="text-16">
            <summary className="cursor-pointer font-semibold">The same for programs that show text only</summary>
            <pre className="mt-2 overflow-x-auto rounded-control bg-ground-deep p-4 text-14 whitespace-pre-wrap">
              {shown.mail.text}
            </pre>
          </details>
        ) : null}
      </section>
    </Card>
  );
}
