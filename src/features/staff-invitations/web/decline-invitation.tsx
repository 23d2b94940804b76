import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { declineStaffInvitation } from '../contract.ts';

interface DeclineInvitationProps {
  token: string;
  /** The username of the administrator who invites. */
  by: string;
  onDone: (message: string) => void;
}

/** Asks first: only a new invitation brings it back. */
export function DeclineInvitation({ token, by, onDone }: DeclineInvitationProps) {
  const client = useQueryClient();
  return (
    <div className="mt-6 border-line border-t pt-4 [overflow-wrap:anywhere] [&_p]:basis-full">
      <AskOnceMore
        label="Decline the invitation"
        name="Decline the invitation"
        question={`Decline it? ${by} is told by mail.`}
        yes="Yes, decline"
        yesName={`Yes, decline; ${by} is told by mail`}
        no="No"
        act={() => callApi(client, declineStaffInvitation, { body: { token } })}
        failed="That did not work. Please try again."
        onDone={({ answer }) => onDone(answer.message)}
      />
    </div>
  );
}
