import { useQuery, useQueryClient } from '@tanstack/react-query';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { rightNames } from '#shared/has-right.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import {
  inviteAgain,
  inviteColleague,
  listStaffInvitations,
  takeInvitationBack,
  type WaitingInvitation,
} from '../staff-contract.ts';
import { ColleagueForm } from './colleague-form.tsx';

/** Invites colleagues, and lists those who have not answered. */
export function InviteColleagues() {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { data: waiting = [], error, refetch } = useQuery(endpointQuery(listStaffInvitations, {}));
  return (
    <section aria-label="Colleagues" className="mb-6">
      <ColleagueForm
        isPending={isPending}
        onInvite={(body) =>
          run(
            () => withProof(client, () => callApi(client, inviteColleague, { body })),
            `The invitation is on its way to ${body.email}`,
          )
        }
      />
      {error ? <LoadFailed message="We could not load the invitations." onRetry={() => void refetch()} /> : null}
      {waiting.length > 0 ? (
        <>
          <h2 id="waiting-invitations" className="mt-5 mb-2 text-21">
            Invited, not answered yet
          </h2>
          <ul aria-labelledby="waiting-invitations" className="grid gap-2">
            {waiting.map((invitation) => (
              <li key={invitation.id}>
                <InvitationRow
                  invitation={invitation}
                  isPending={isPending}
                  onAgain={() =>
                    void run(
                      () => withProof(client, () => callApi(client, inviteAgain, { params: { id: invitation.id } })),
                      `${invitation.email} gets a new email, and the earlier link ends`,
                    )
                  }
                  onTakeBack={() =>
                    void run(
                      () =>
                        withProof(client, () => callApi(client, takeInvitationBack, { params: { id: invitation.id } })),
                      `The invitation of ${invitation.email} is taken back`,
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

interface InvitationRowProps {
  invitation: WaitingInvitation;
  isPending: boolean;
  onAgain: () => void;
  onTakeBack: () => void;
}

function InvitationRow({ invitation, isPending, onAgain, onTakeBack }: InvitationRowProps) {
  const { email, rights, by, sentAt, expiresAt } = invitation;
  return (
    <StaffRow>
      <span className="min-w-0 break-all font-semibold lg:flex-[2]">{email}</span>
      <span className="flex flex-wrap gap-1.5">
        {rights.map((right) => (
          <Badge key={right} tint="indigo">
            {rightNames[right]}
          </Badge>
        ))}
      </span>
      <span className="min-w-0 break-words text-ink-soft lg:flex-[2]">
        Sent by {by} <Moment at={sentAt} />, works until <Moment at={expiresAt} />
      </span>
      <span className="flex flex-wrap gap-2">
        <SmallButton aria-label={`Send again to ${email}`} disabled={isPending} onClick={onAgain}>
          Send again
        </SmallButton>
        <AskFirst
          label="Take back"
          consequence={`The link that ${email} got stops working.`}
          action="Yes, take back"
          isPending={isPending}
          onSure={onTakeBack}
        />
      </span>
    </StaffRow>
  );
}
