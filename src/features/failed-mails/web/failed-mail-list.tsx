import { useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import {
  type FailedMail,
  letFailedMailBe,
  putFailedMailBack,
  sendFailedMail,
  sendFailedMails,
  type WaitingMails,
} from '../staff-contract.ts';

interface FailedMailListProps {
  /** The newest ones. */
  mails: readonly FailedMail[];
  /** The number of all failed mails, also of those that are not shown. */
  count: number;
  waiting: WaitingMails | null;
}

export function FailedMailList({ mails, count, waiting }: FailedMailListProps) {
  return (
    <>
      {waiting ? <Waiting waiting={waiting} /> : null}
      <GivenUp mails={mails} count={count} />
    </>
  );
}

/** Nobody can do anything about the single mail, so they are told together. */
function Waiting({ waiting: { count, since, tries, why, said } }: { waiting: WaitingMails }) {
  return (
    <section aria-label="Mails that wait" className="mb-6 max-w-[66ch] text-16">
      <p>
        {count === 1 ? '1 mail waits' : `${formatNumber(count)} mails wait`} since <Moment at={since} />, after{' '}
        {tries === 1 ? 'one try' : `${tries} tries`}. {why} We go on trying for three days.
      </p>
      {said ? <ErrorInFull said={said} about="mails that wait" /> : null}
    </section>
  );
}

function ErrorInFull({ said, about }: { said: string; about: string }) {
  return (
    <details className="text-14 text-ink-soft">
      <summary className="inline-flex min-h-11 items-center underline">
        The error in full<span className="sr-only">: {about}</span>
      </summary>
      <p className="[overflow-wrap:anywhere]">{said}</p>
    </details>
  );
}

type GivenUpProps = Omit<FailedMailListProps, 'waiting'>;

function GivenUp({ mails, count }: GivenUpProps) {
  if (mails.length === 0) {
    return (
      <p className="rounded-card border border-line border-dashed p-8 text-center text-16 text-ink-soft">
        No mail has failed.
      </p>
    );
  }
  return (
    <>
      <SendAll mails={mails} count={count} />
      <ul aria-label="Failed mails" className="grid gap-2">
        {mails.map((mail) => (
          <li key={mail.id} data-undo={mail.id}>
            <Row mail={mail} />
          </li>
        ))}
      </ul>
    </>
  );
}

const mailsText = (count: number) => (count === 1 ? '1 mail' : `${formatNumber(count)} mails`);

function SendAll({ mails, count }: GivenUpProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const ids = mails.filter(({ canBeSent }) => canBeSent).map(({ id }) => id);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 text-16">
      <p>
        {mailsText(count)}
        {count > mails.length ? `; these are the newest ${mails.length}.` : ''}
      </p>
      {ids.length > 1 ? (
        <AskFirst
          label={ids.length === count ? 'Send all again' : `Send ${ids.length} again`}
          consequence={`${mailsText(ids.length)} will go out now. What fails again comes back to this list.`}
          action={`Send ${mailsText(ids.length)}`}
          isPending={isPending}
          onSure={() =>
            void run(
              () => callApi(client, sendFailedMails, { body: { ids } }),
              ({ answer }) => `${mailsText(answer.sent)} on the way`,
            )
          }
        />
      ) : null}
    </div>
  );
}

function Row({ mail }: { mail: FailedMail }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, to, subject, queuedAt, failedAt, attempts, why, said, hasLink, canBeSent } = mail;
  const name = `${subject || 'a mail'}, to ${to || 'nobody'}`;
  const params = { id };
  return (
    <StaffRow className="lg:items-start">
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{subject || 'Without a subject'}</p>
        <p className="[overflow-wrap:anywhere]">To {to || 'nobody'}</p>
        <p className="text-14 text-ink-soft">
          Given up on <Moment at={failedAt} />, after {attempts === 1 ? 'one try' : `${attempts} tries`}; it was to go
          out on <Moment at={queuedAt} />
        </p>
        <p className="mt-1">{why}</p>
        {hasLink && canBeSent ? (
          <p className="text-14 text-ink-soft">It has a link for its reader alone, which may have run out by now.</p>
        ) : null}
        {said ? <ErrorInFull said={said} about={name} /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {canBeSent ? (
          <SmallButton
            disabled={isPending}
            onClick={({ currentTarget }) => {
              keepFocusNear(currentTarget);
              void run(() => callApi(client, sendFailedMail, { params }), 'It is on the way again');
            }}
          >
            Send again<span className="sr-only">: {name}</span>
          </SmallButton>
        ) : null}
        <SmallButton
          disabled={isPending}
          onClick={({ currentTarget }) => {
            keepFocusNear(currentTarget);
            void run(() => callApi(client, letFailedMailBe, { params }), 'Taken off the list, and not sent', {
              about: id,
              putBack: () => callApi(client, putFailedMailBack, { params }),
            });
          }}
        >
          Take off the list<span className="sr-only">: {name}</span>
        </SmallButton>
      </div>
    </StaffRow>
  );
}
