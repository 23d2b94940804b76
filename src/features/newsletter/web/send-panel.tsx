import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { deleteIssue, type Issue, scheduleIssue, sendIssue, sendTestMail } from '../staff-contract.ts';

interface SendPanelProps {
  issue: Issue;
  version: number;
  /** Returns whether all changes are saved. */
  beforeSending: () => Promise<boolean>;
}

type Asked = 'send' | 'schedule' | 'delete' | null;

/** '412 readers' */
export const readersText = (count: number) => `${formatNumber(count)} ${count === 1 ? 'reader' : 'readers'}`;

function useSaveFirst(save: SendPanelProps['beforeSending']) {
  const [isUnsaved, setUnsaved] = useState(false);
  const saveFirst = async () => {
    const isSaved = await save();
    setUnsaved(!isSaved);
    return isSaved;
  };
  return { isUnsaved, saveFirst };
}

/** The possible actions for a draft; each one is explained before it runs. */
export function SendPanel({ issue, version, beforeSending }: SendPanelProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useStaffAction();
  const [asked, setAsked] = useState<Asked>(null);
  const [refused, setRefused] = useState<string>();
  const { isUnsaved, saveFirst } = useSaveFirst(beforeSending);
  const params = { id: issue.id };

  async function ask(step: Asked) {
    setRefused(undefined);
    if (await saveFirst()) setAsked(step);
  }

  async function test() {
    if (!(await saveFirst())) return;
    await run(() => callApi(client, sendTestMail, { params }), 'A test mail is on its way to you');
  }

  async function schedule(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { version, at: `${form.get('day')}T${form.get('time')}` };
    const fields = await run(() => callApi(client, scheduleIssue, { params, body }), 'Scheduled');
    setRefused(fields === null ? undefined : (fields['at'] ?? 'This could not be scheduled.'));
  }

  return (
    <section
      aria-labelledby="send"
      className="grid gap-3 rounded-card border border-line bg-card p-4 shadow-card lg:sticky lg:top-4"
    >
      <h2 id="send" className="text-21">
        Send
      </h2>
      <p className="text-16">
        Goes to <strong className="numbers">{readersText(issue.audience)}</strong> as things stand.
      </p>
      <TestNote testedAt={issue.testedAt} />
      {isUnsaved ? <UnsavedNote /> : null}
      <Button look={issue.testedAt ? 'secondary' : 'primary'} disabled={isPending} onClick={() => void test()}>
        Send me a test
      </Button>
      <Button
        look="secondary"
        disabled={isPending}
        aria-expanded={asked === 'schedule'}
        onClick={() => void ask('schedule')}
      >
        Schedule
      </Button>
      {asked === 'schedule' ? (
        <ScheduleFields
          refused={refused}
          isPending={isPending}
          onSubmit={(event) => void schedule(event)}
          onCancel={() => setAsked(null)}
        />
      ) : null}
      <Button
        look={issue.testedAt ? 'primary' : 'secondary'}
        disabled={isPending || issue.audience === 0}
        aria-expanded={asked === 'send'}
        onClick={() => void ask('send')}
      >
        Send now
      </Button>
      {issue.audience === 0 ? <p className="text-16 text-ink-soft">Nobody is subscribed to these topics yet.</p> : null}
      {asked === 'send' ? (
        <Confirm
          text={`“${issue.subject}” goes to ${readersText(issue.audience)} in a minute. Until then you can call it back.`}
          label={isPending ? 'Starting...' : `Send to ${readersText(issue.audience)}`}
          isPending={isPending}
          onConfirm={() =>
            void run(() => callApi(client, sendIssue, { params, body: { version } }), 'Goes out in a minute')
          }
          onCancel={() => setAsked(null)}
        />
      ) : null}
      <Button look="danger" disabled={isPending} aria-expanded={asked === 'delete'} onClick={() => setAsked('delete')}>
        Delete draft
      </Button>
      {asked === 'delete' ? (
        <Confirm
          text="The draft is deleted for good."
          label="Delete it"
          isPending={isPending}
          onConfirm={() =>
            void run(() => callApi(client, deleteIssue, { params }), 'Draft deleted').then((fields) =>
              fields === null ? navigate('/staff/newsletter', { replace: true }) : undefined,
            )
          }
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </section>
  );
}

function UnsavedNote() {
  return (
    <p role="alert" className="text-16 text-danger">
      Nothing was sent: the draft could not be saved. Please look at the marked fields and at the note beside Save.
    </p>
  );
}

function TestNote({ testedAt }: Pick<Issue, 'testedAt'>) {
  return (
    <p className="text-16 text-ink-soft">
      {testedAt ? (
        <>
          A test mail of this version was sent: <Moment at={testedAt} />.
        </>
      ) : (
        'No test mail of this version was sent yet.'
      )}
    </p>
  );
}

interface ScheduleFieldsProps {
  refused: string | undefined;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
}

function ScheduleFields({ refused, isPending, onSubmit, onCancel }: ScheduleFieldsProps) {
  const { timeZone } = useCity();
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3 rounded-control border border-line-strong p-3">
      <TextField label="Day" name="day" type="date" error={refused} />
      <TextField label="Time" name="time" type="time" defaultValue="09:00" help={`On the city’s clock (${timeZone})`} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Schedule it
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ConfirmProps {
  text: string;
  label: string;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Says what will happen and asks for confirmation. */
export function Confirm({ text, label, isPending, onConfirm, onCancel }: ConfirmProps) {
  return (
    <fieldset className="grid gap-3 rounded-control border border-danger p-3 text-16">
      <legend className="sr-only">Are you sure?</legend>
      <p>{text}</p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isPending} onClick={onConfirm}>
          {label}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
