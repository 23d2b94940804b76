import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { addressHint } from '#features/businesses/address-hint.ts';
import { phoneHint } from '#features/businesses/phone-link.ts';
import { TalkAbout } from '#features/conversations/web/talk.tsx';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { After, Before } from '#features/staff-frame/web/before-after.tsx';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Link } from '#web/router/link.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { correctionLabel } from '../correction-fields.ts';
import { nameDoubt } from '../name-doubt.ts';
import {
  acceptCorrection,
  closeCorrection,
  maxReason,
  type StaffCorrection,
  undoCorrection,
} from '../staff-contract.ts';

/** Asks about what looks like a slip of the finger. */
const hintOf: Partial<Record<string, (text: string) => string>> = {
  ...{ phone: phoneHint, address: addressHint, name: nameDoubt },
};

const outcomes: Record<Exclude<StaffCorrection['status'], 'waiting'>, readonly [label: string, tint: Tint]> = {
  accepted: ['Taken over', 'green'],
  declined: ['Declined', 'gray'],
  done: ['Done by hand', 'green'],
  undone: ['Put back', 'orange'],
};

/** One suggested change: the listing's value beside the visitor's, and the decisions of staff. */
export function CorrectionCard({ correction }: { correction: StaffCorrection }) {
  const { business, field, status, decided } = correction;
  return (
    <article
      data-undo={correction.id}
      aria-label={`${business.name}: ${correctionLabel(field)}`}
      className="grid gap-3 rounded-control border border-line bg-card p-4 text-16"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/staff/businesses/${business.id}`} className="font-semibold">
          {business.name}
        </Link>
        <strong>{correctionLabel(field)}</strong>
        <span className="text-14 text-ink-soft">
          <Moment at={correction.createdAt} />
        </span>
        {status === 'waiting' ? null : (
          <Badge tint={outcomes[status][1]}>
            {outcomes[status][0]}
            {decided?.by ? ` by ${decided.by}` : ''}
          </Badge>
        )}
      </header>
      <div className="grid gap-x-4 gap-y-2 lg:grid-cols-2">
        {field === 'other' ? null : (
          <div className="min-w-0">
            <p className="text-14 text-ink-soft">{status === 'waiting' ? 'The listing says' : 'It said'}</p>
            {correction.before === '' && status === 'waiting' ? (
              <span className="block text-ink-soft italic">Nothing so far</span>
            ) : (
              <Before field={field} text={correction.before} />
            )}
          </div>
        )}
        <div className="min-w-0">
          <p className="text-14 text-ink-soft">{decided ? 'Suggested' : 'The visitor says'}</p>
          <After field={field} text={correction.after} isWanted={status === 'waiting'} />
        </div>
      </div>
      <p className="break-words whitespace-pre-line">
        <span className="text-14 text-ink-soft">Known from: </span>
        {correction.source}
      </p>
      <Decisions correction={correction} />
      <TalkAbout id={correction.id} />
    </article>
  );
}

/** The calls of the buttons; each names the suggestion in its toast. */
function useDecisions({ id, field, business }: StaffCorrection) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const params = { id };
  const name = `${correctionLabel(field)} of ${business.name}`;
  const accept = (value?: string, sent = () => {}) => {
    const body = value === undefined ? {} : { value };
    const act = () => callApi(client, acceptCorrection, { params, body }).then(sent);
    return run(act, `Taken over: ${name}`, { subjectId: id });
  };
  const close = (as: 'declined' | 'done', reason = '', sent = () => {}) => {
    const act = () => callApi(client, closeCorrection, { params, body: { as, reason } }).then(sent);
    return run(act, `${as === 'done' ? 'Marked done' : 'Declined'}: ${name}`, { subjectId: id });
  };
  const undo = () => void run(() => callApi(client, undoCorrection, { params }), `Put back: ${name}`);
  return { isPending, accept, close, undo };
}

function Decisions({ correction }: { correction: StaffCorrection }) {
  const { isPending, accept, close, undo } = useDecisions(correction);
  const [isEditing, setEditing] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const [refused, setRefused] = useState<string>();
  const { id, business, status, after, email, canTakeOver, canUndo } = correction;
  /** Opens the field for a value that the listing does not take, or that is hardly meant. */
  async function takeOver() {
    if (correction.field === 'name' && nameDoubt(after) !== '') return setEditing(true);
    const why = (await accept())?.['value'];
    setRefused(why);
    if (why !== undefined) setEditing(true);
  }
  async function decline(reason: string, sent: () => void) {
    if ((await close('declined', reason, sent)) === null) setDeclining(false);
  }
  if (isEditing) {
    return (
      <BetterValue
        id={id}
        field={correction.field}
        value={after}
        refused={refused}
        isPending={isPending}
        onSave={accept}
        onCancel={() => {
          setEditing(false);
          setRefused(undefined);
        }}
      />
    );
  }
  if (isDeclining && email !== null) {
    return (
      <DeclineForm
        id={id}
        email={email}
        isPending={isPending}
        onDecline={(reason, sent) => void decline(reason, sent)}
        onCancel={() => setDeclining(false)}
      />
    );
  }
  return (
    <footer className="flex flex-wrap items-center gap-2">
      {canTakeOver ? (
        <>
          <SmallButton look="primary" disabled={isPending} onClick={() => void takeOver()}>
            Take it over
          </SmallButton>
          <SmallButton disabled={isPending} onClick={() => setEditing(true)}>
            Change it first
          </SmallButton>
        </>
      ) : null}
      {status === 'waiting' && !canTakeOver ? (
        <>
          <Link to={`/edit-business/${business.id}`} className={buttonClass('secondary')}>
            Edit the listing
          </Link>
          <SmallButton disabled={isPending} onClick={() => void close('done')}>
            Done by hand
          </SmallButton>
        </>
      ) : null}
      {status === 'waiting' ? (
        <SmallButton
          disabled={isPending}
          onClick={() => (email === null ? void close('declined') : setDeclining(true))}
        >
          {email === null ? 'Decline' : 'Decline...'}
        </SmallButton>
      ) : null}
      {canUndo ? (
        <SmallButton disabled={isPending} onClick={undo}>
          Undo
        </SmallButton>
      ) : null}
      {business.status === 'approved' ? (
        <Link to={`/business/${business.slug}`} className="inline-flex min-h-11 items-center px-2">
          View page
        </Link>
      ) : null}
      {status === 'waiting' ? (
        <p className="basis-full text-14 text-ink-soft [overflow-wrap:anywhere]">{whoIsTold(correction)}</p>
      ) : null}
    </footer>
  );
}

/** Tells before a decision who hears of it. */
function whoIsTold({ email, canTakeOver }: StaffCorrection): string {
  if (email === null) return 'The visitor left no email: nobody is told what you decide.';
  const yes = `gets a thank-you by mail once you ${canTakeOver ? 'take it over' : 'mark it done'}`;
  return `${email} ${yes}. With a no, you choose.`;
}

interface DeclineFormProps {
  id: string;
  email: string;
  isPending: boolean;
  /** An empty reason: nobody is told. */
  onDecline: (reason: string, sent: () => void) => void;
  onCancel: () => void;
}

function DeclineForm({ id, email, isPending, onDecline, onCancel }: DeclineFormProps) {
  const saved = useSavedTexts('correction', 'reason');
  return (
    <ReasonForm
      thing={`decline:${id}`}
      label="Why not?"
      help={`${email} gets this by mail.`}
      maxLength={maxReason}
      silent={{
        label: 'Tell nobody. No reason is needed then.',
        help: 'No mail goes out.',
        action: 'Decline without mail',
      }}
      action="Decline, and send this"
      isPending={isPending}
      saved={saved}
      onSubmit={(reason, sent, tell) => onDecline(tell ? reason : '', sent)}
      onCancel={onCancel}
    />
  );
}

interface BetterValueProps {
  id: string;
  field: StaffCorrection['field'];
  value: string;
  /** The reason why the value was not taken over as it is. */
  refused: string | undefined;
  isPending: boolean;
  /** Returns errors by field; null when it is done. */
  onSave: (value: string, sent: () => void) => Promise<Record<string, string> | null>;
  onCancel: () => void;
}

function BetterValue({ id, field, value, refused, isPending, onSave, onCancel }: BetterValueProps) {
  const [error, setError] = useState(refused);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const [hint, setHint] = useState(() => (field === 'name' ? nameDoubt(value) : ''));
  const kept = useKeptForm({ thing: `better-value:${id}`, noun: 'value' });
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('value');
    const wrong = (await onSave(typeof typed === 'string' ? typed : '', kept.settle))?.['value'];
    setError(wrong);
    if (wrong !== undefined) area.current?.focus();
  }
  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {kept.notice}
      <TextArea
        label="What the listing should say"
        name="value"
        rows={2}
        ref={area}
        defaultValue={value}
        error={error}
        hint={hint}
        onChange={({ target }) => setHint(hintOf[field]?.(target.value) ?? '')}
      />
      <div className="flex flex-wrap gap-2">
        <SmallButton type="submit" look="primary" disabled={isPending}>
          Take it over
        </SmallButton>
        <SmallButton onClick={onCancel}>Cancel</SmallButton>
      </div>
    </form>
  );
}
