import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getSettings, saveSettings } from '#features/newsletter/staff-contract.ts';
import { BounceGuide } from '#features/newsletter/web/bounce-guide.tsx';
import { NewsletterLinks } from '#features/newsletter/web/newsletter-links.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { data, isError, refetch } = useQuery(endpointQuery(getSettings, {}));
  return (
    <>
      <StaffHeading title="Newsletter settings">
        <NewsletterLinks />
      </StaffHeading>
      {data === undefined ? (
        isError ? (
          <LoadFailed message="We could not load the settings." onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Pace mailsPerMinute={data.mailsPerMinute} />
          <BounceGuide url={data.bounceUrl} secret={data.bounceSecret} />
        </div>
      )}
    </>
  );
}

function Pace({ mailsPerMinute }: { mailsPerMinute: number }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [refused, setRefused] = useState<string>();
  const kept = useKeptForm({ thing: 'newsletter-pace', noun: 'pace' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = Number(new FormData(event.currentTarget).get('mailsPerMinute'));
    const act = () => callApi(client, saveSettings, { body: { mailsPerMinute: typed } }).then(kept.settle);
    const fields = await run(act, 'Saved');
    setRefused(fields?.['mailsPerMinute']);
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 rounded-card border border-line bg-card p-5 shadow-card"
    >
      <h2 className="text-21">Pace</h2>
      {kept.notice}
      <TextField
        label="Mails a minute"
        name="mailsPerMinute"
        type="number"
        inputMode="numeric"
        min={1}
        max={60_000}
        defaultValue={mailsPerMinute}
        help="A gentle pace keeps mail services friendly: 120 a minute reaches 1,000 readers in 9 minutes. Ask your mail service what it takes."
        error={refused}
      />
      <div>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
