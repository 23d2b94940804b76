import { useQuery } from '@tanstack/react-query';
import { NoAnswerYet } from '#features/conversations/web/asked-question.tsx';
import { ColleaguesSay, freshTalkQuery } from '#features/conversations/web/colleagues-say.tsx';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { formatDollars } from '#shared/money.ts';
import { cardCents } from '../first-charge.ts';
import type { StaffClaim } from '../staff-contract.ts';
import { claimChargeQuery } from './staff-claim-queries.ts';

interface ChargeDialogProps {
  claim: StaffClaim;
  /** @param seen the credit that the dialog named, and the number of notes; undefined: it is not known */
  onConfirm: (seen: { creditCents: number | undefined; notes: number | undefined }) => void;
  onClose: () => void;
}

/** Asks before a card is charged (docs/payments.md), or a listing given away without one: neither is simply taken back. */
export function ChargeDialog({ claim, onConfirm, onClose }: ChargeDialogProps) {
  const { amountCents, claimant, business } = claim;
  const { username, email } = claimant;
  const isFree = amountCents === 0;
  const { data: charge, isPending } = useQuery({ ...claimChargeQuery(claim.id), enabled: !isFree });
  const { data: talk, isLoading: isReading } = useQuery(freshTalkQuery(claim.id));
  const notes = talk?.posts.filter(({ kind }) => kind === 'note').length;
  const credit = charge?.creditCents ?? null;
  const hasTax = charge?.hasTax ?? false;
  return (
    <ConfirmDialog
      title={isFree ? `Approve and give ${business.name} away?` : titleOf(amountCents, credit, hasTax)}
      action="Approve"
      isReady={(isFree || !isPending) && !isReading}
      onConfirm={() => onConfirm({ creditCents: credit ?? undefined, notes })}
      onClose={onClose}
    >
      <p className="break-words">
        {isFree ? 'Approving charges nothing and' : <Charge claim={claim} credit={credit} hasTax={hasTax} />} makes{' '}
        {isFree ? `${username} (${email})` : 'them'} the owner of {business.name}.
      </p>
      <ColleaguesSay id={claim.id} />
      {claim.question && claim.question.repliedAt === null ? <NoAnswerYet question={claim.question} /> : null}
      {claimant.emailVerified ? null : (
        <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 break-words">
          {username} has not confirmed {email} yet: nobody knows whether the address is theirs.
        </p>
      )}
      <p className="text-ink-soft">
        {isFree ? 'The email goes out at once.' : 'The payment and the email go out at once.'}
      </p>
    </ConfirmDialog>
  );
}

function titleOf(amountCents: number, credit: number | null, hasTax: boolean): string {
  if (hasTax) return `Approve, and make ${formatDollars(amountCents)} plus tax due?`;
  if (credit === null) return `Approve, and make ${formatDollars(amountCents)} due?`;
  const card = cardCents(amountCents, credit);
  return card === 0 ? 'Approve, paid by credit?' : `Approve and charge ${formatDollars(card)}?`;
}

/** The beginning of a sentence about what else the approval does. A credit in cents; null: it is not known. */
function Charge({ claim, credit, hasTax }: { claim: StaffClaim; credit: number | null; hasTax: boolean }) {
  const { amountCents, claimant } = claim;
  const who = `${claimant.username} (${claimant.email})`;
  const price = formatDollars(amountCents);
  if (credit === null || hasTax) {
    const due = `Approving makes ${price}${hasTax ? ' plus tax' : ''} due for the first month.`;
    const pays = credit === 0 ? `The card of ${who} is charged.` : `Any credit of ${who} pays first, then their card.`;
    return `${due} ${pays} It also`;
  }
  const card = cardCents(amountCents, credit);
  if (card === 0) return `Approving uses ${price} of the credit of ${who} for the first month, charges no card, and`;
  return (
    <>
      Approving charges <strong>{formatDollars(card)}</strong> for the first month to the card of {who}
      {credit > 0 ? `, uses ${formatDollars(credit)} of their credit for the rest of its ${price},` : ''} and
    </>
  );
}
