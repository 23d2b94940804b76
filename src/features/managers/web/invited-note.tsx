import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getInvitation } from '../contract.ts';

interface InvitedNoteProps {
  /** The mailed one: who does not have it learns no address. */
  token: string;
  onFound: (email: string) => void;
}

/** Names the invited address above the forms of log-in and sign-up. */
export default function InvitedNote({ token, onFound }: InvitedNoteProps) {
  const { data } = useQuery(endpointQuery(getInvitation, { query: { token } }));
  const email = data?.email;
  useEffect(() => {
    if (email !== undefined) onFound(email);
  }, [email, onFound]);
  if (data === undefined) return null;
  return (
    <p className="mb-5 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      The invitation to {data.business} went to <strong>{data.email}</strong>.
    </p>
  );
}
