import { NoAnswerYet } from '#features/conversations/web/asked-question.tsx';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { formatDollars } from '#shared/money.ts';
import type { StaffClaim } from '../staff-contract.ts';

interface ChargeDialogProps {
  claim: StaffClaim;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a card is charged (docs/payments.md), or a listing given away without one: neither is simply taken back. */
export function ChargeDialog({ claim, onConfirm, onClose }: ChargeDialogProps) {
  const { amountCents, claimant, business } = claim;
  const isFree = amountCents === 0;
  return (
    <ConfirmDialog
      title={isFree ? `Approve and give ${business.name} away?` : `Approve and charge ${formatDollars(amountCents)}?`}
      action="Approve"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="break-words">
        {isFree ? (
          'Approving charges nothing'
        ) : (
          <>
            Approving charges <strong>{formatDollars(amountCents)}</strong> for the first month to the card of{' '}
            {claimant.username} ({claimant.email})
          </>
        )}{' '}
        and makes {isFree ? `${claimant.username} (${claimant.email})` : 'them'} the owner of {business.name}.
      </p>
      {claim.question && claim.question.repliedAt === null ? <NoAnswerYet question={claim.question} /> : null}
      {claimant.emailVerified ? null : (
        <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 break-words">
          {claimant.username} has not confirmed {claimant.email} yet: nobody knows whether the address is theirs.
        </p>
      )}
      <p className="text-ink-soft">
        {isFree ? 'The email goes out at once.' : 'The charge and the email go out at once.'}
      </p>
    </ConfirmDialog>
  );
}
