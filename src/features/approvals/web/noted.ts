import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { notesOfOthers } from '#features/conversations/web/colleagues-say.tsx';
import { conversationQuery } from '#features/conversations/web/conversation-queries.ts';
import type { StaffBusiness } from '../contract.ts';

type Asked = Pick<StaffBusiness, 'id' | 'question'>;

/** The talk about a listing begins with staff's first question to its sender. */
export const talkIdOf = ({ id, question }: Asked): string | undefined => (question === null ? undefined : id);

/** Says whether a colleague has left a note in the talk that is shown with the listing: its words are asked about before it goes live. */
export function useNoted() {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  return (business: Asked): boolean => {
    const id = talkIdOf(business);
    if (id === undefined) return false;
    return notesOfOthers(client.getQueryData(conversationQuery(id).queryKey), user?.username).length > 0;
  };
}
