import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { formatDollars } from '#shared/money.ts';
import type { StaffClaim } from '../staff-contract.ts';

interface ChargeDialogProps {
  claim: StaffClaim;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a card is charged (docs/payments.md). */
export function ChargeDialog({ claim, onConfirm, onClose }: ChargeDialogProps) {
  const { amountCents, claimant, business } = claim;
  return (
    <ConfirmDialog
      title={`Approve and charge ${formatDollars(amountCents)}?`}
      action="Approve"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="break-words">
        Approving charges <strong>{formatDollars(amountCents)}</strong> for the first month to the card of{' '}
        {claimant.username} ({claimant.email}) and makes them the owner of {business.name}.
      </p>
      <p className="text-ink-soft">The charge and the email go out at once.</p>
    </ConfirmDialog>
  );
}
