import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import type { Conversation, Post } from '../contract.ts';
import { conversationQuery } from './conversation-queries.ts';

/** Notes by others than oneself. */
export const notesOfOthers = (talk: Pick<Conversation, 'posts'> | undefined, username: string | undefined): Post[] =>
  (talk?.posts ?? []).filter(({ kind, by }) => kind === 'note' && by !== username);

/** Read anew: a colleague may have noted something since the line was opened. */
export const freshTalkQuery = (id: string) => ({ ...conversationQuery(id), refetchOnMount: 'always' as const });

/** Said before a decision: the newest note of colleagues, and who sees to it. Nothing where there is neither. */
export function ColleaguesSay({ id }: { id: string }) {
  const { user } = useCurrentUser();
  const { data: talk } = useQuery(freshTalkQuery(id));
  const notes = (talk?.posts ?? []).filter(({ kind }) => kind === 'note');
  const note = notes.at(-1);
  const assignee = talk?.assignee ?? null;
  const isOthers = assignee !== null && assignee.id !== user?.id;
  if (note === undefined && !isOthers) return null;
  return (
    <div className="rounded-control border border-gold-line bg-gold-ground px-4 py-3">
      {isOthers ? <p className="font-semibold">{assignee.username} sees to this.</p> : null}
      {note ? (
        <>
          <p className="font-semibold">
            {note.by ?? 'A former colleague'} noted <Moment at={note.createdAt} />
            {notes.length > 1 ? ` (the newest of ${notes.length} notes)` : ''}:
          </p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
        </>
      ) : null}
    </div>
  );
}
