import { useQuery } from '@tanstack/react-query';
import { NoAnswerYet } from '#features/conversations/web/asked-question.tsx';
import { ColleaguesSay } from '#features/conversations/web/colleagues-say.tsx';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { commonSigns, twinWords } from '../before-live.ts';
import type { StaffBusiness } from '../contract.ts';
import { staffBusinessQuery } from './approvals-queries.ts';

/** The fields of a listing that are compared. */
type Compared = Record<'address' | 'phone' | 'email' | 'website', string | null | undefined> & {
  name: string;
  /** Missing where the server has not compared these words. */
  lookAlikes?: StaffBusiness['lookAlikes'] | undefined;
  owner: StaffBusiness['owner'];
};

export interface DuplicateQuestion {
  /** As it would be listed. */
  business: Compared;
  /** Ids of the existing listings; empty when only the question is asked about. */
  ids: readonly string[];
  /** The question to the sender that has no answer yet; null for none. */
  question?: StaffBusiness['question'];
  /** The listing that staff talk about; missing where nobody does. */
  talkId?: string | undefined;
  /** The parts that it lacks: 'address and no description'; '' for none. */
  missing?: string;
  /** The button's label: 'Approve all the same'. */
  action: string;
  onConfirm: () => void;
  /** Missing when the business is not waiting and so cannot be rejected. */
  onReject?: ((of: string) => void) | undefined;
  /** Staff began it from an order that waits: somebody has paid, and a rejection settles nothing. */
  isPaidFor?: boolean;
  /** Missing when nobody has sent it in. */
  onGive?: ((of: string) => void) | undefined;
}

/** The ids in a refusal that asks for a confirmation; null for a refusal with another reason. */
export function duplicatesIn(refused: Record<string, string> | null): string[] | null {
  const ids = refused?.['confirm']?.split(', ').filter((id) => id !== '');
  return ids === undefined || ids.length === 0 ? null : ids;
}

function titleOf({ ids, question, missing }: DuplicateQuestion): string {
  if (ids.length > 0) return 'List it twice?';
  if (question) return 'Approve without the answer?';
  return missing ? 'Approve it unfinished?' : 'Approve it after this note?';
}

/** Asks before a listing goes live beside one that may be the same place, or before its sender has answered. */
export function DuplicateDialog({ question, onClose }: { question: DuplicateQuestion; onClose: () => void }) {
  const { business, ids, isPaidFor = false, action, onConfirm, onReject, onGive } = question;
  const isOne = ids.length === 1;
  return (
    <ConfirmDialog
      title={titleOf(question)}
      action={action}
      actionLook={onReject ? 'secondary' : 'primary'}
      onConfirm={onConfirm}
      onClose={onClose}
      more={(closeAnd) =>
        isOne && onReject ? (
          <ForOne
            id={ids[0] ?? ''}
            isPaidFor={isPaidFor}
            onReject={(of) => closeAnd(() => onReject(of))()}
            onGive={onGive && ((of) => closeAnd(() => onGive(of))())}
          />
        ) : null
      }
    >
      {question.talkId ? <ColleaguesSay id={question.talkId} /> : null}
      {question.question ? <NoAnswerYet question={question.question} /> : null}
      {question.missing ? (
        <p className="break-words">
          {business.name} has no {question.missing} yet, and visitors would see it like that. Edit it first to add what
          is missing.
        </p>
      ) : null}
      {ids.length === 0 ? null : (
        <p className="break-words">
          {isOne ? 'This one' : 'Each of these'} has something in common with {business.name}. Go on only if it is a
          different business.
        </p>
      )}
      {isPaidFor && ids.length > 0 ? (
        <p>
          Somebody has paid for it. If both are one business, reject this one, then mark the paid order done with the
          listing that is here.
        </p>
      ) : null}
      {ids.map((id) => (
        <Comparison key={id} business={business} id={id} />
      ))}
    </ConfirmDialog>
  );
}

interface ForOneProps {
  id: string;
  isPaidFor: boolean;
  onReject: (of: string) => void;
  onGive: ((of: string) => void) | undefined;
}

/** Only a listing that visitors can see can be named to the submitter, and only one without an owner be given. */
function ForOne({ id, isPaidFor, onReject, onGive }: ForOneProps) {
  const { data: other } = useQuery(staffBusinessQuery(id));
  if (other?.status !== 'approved') return null;
  return (
    <>
      <Button look={isPaidFor ? 'secondary' : 'primary'} onClick={() => onReject(id)}>
        Reject as duplicate
      </Button>
      {onGive && other.owner === null ? (
        <Button look="secondary" onClick={() => onGive(id)}>
          Give them the existing listing
        </Button>
      ) : null}
    </>
  );
}

const rows = [
  ['Name', 'name'],
  ['Address', 'address'],
  ['Phone', 'phone'],
  ['Email', 'email'],
  ['Website', 'website'],
] as const;

function Comparison({ business, id }: { business: Compared; id: string }) {
  const { data: other, isError, refetch } = useQuery(staffBusinessQuery(id));
  if (other === undefined) {
    return isError ? (
      <LoadFailed message="We could not load this business." onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  const alike = business.lookAlikes?.find((one) => one.id === id)?.alike ?? commonSigns(business, other);
  const owner = (who: StaffBusiness['owner']) => who?.username ?? 'No owner';
  return (
    <div>
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Link
          to={other.status === 'approved' ? `/business/${other.slug}` : `/staff/businesses/${id}`}
          target="_blank"
          className="font-semibold break-words"
        >
          {other.name}
          <span className="sr-only"> (opens in a new tab)</span>
        </Link>
        <StatusBadge status={other.status} />
      </p>
      <p className="mb-2 break-words">{twinWords(alike, other.status)}</p>
      <table className="w-full table-fixed text-left text-14">
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-18 py-1 pr-2 font-normal">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="py-1 pr-2 font-normal">
              This one
            </th>
            <th scope="col" className="py-1 font-normal">
              Here already
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, field]) => (
            <Pair key={field} label={label} mine={business[field]} theirs={other[field]} />
          ))}
          <Pair label="Owner" mine={owner(business.owner)} theirs={owner(other.owner)} />
        </tbody>
      </table>
    </div>
  );
}

type Text = string | null | undefined;

function Pair({ label, mine, theirs }: { label: string; mine: Text; theirs: Text }) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-1.5 pr-2 font-normal text-ink-soft">
        {label}
      </th>
      <td className="py-1.5 pr-2 break-words">{mine || '—'}</td>
      <td className="py-1.5 break-words">{theirs || '—'}</td>
    </tr>
  );
}
