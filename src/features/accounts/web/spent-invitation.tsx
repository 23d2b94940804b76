import { problemMessage } from '#web/api-client/api-error.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { newerMail } from '../newer-mail.ts';
import { AccountCard } from './account-card.tsx';

/** In place of an invitation whose link does not work. @param error the refusal */
export function SpentInvitation({ error }: { error: unknown }) {
  return (
    <AccountCard
      title="This link does not work"
      text={
        problemMessage(error, '') === newerMail
          ? newerMail
          : 'The invitation was used before, was taken back, or is too old. Please ask for a new one.'
      }
    >
      <ButtonLink to="/dashboard">Your dashboard</ButtonLink>
    </AccountCard>
  );
}
