import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import {
  assignConversation,
  type Conversation,
  closeConversation,
  noteOnConversation,
  readConversation,
} from '../contract.ts';
import { hasUntold } from '../told-above.ts';
import { AnswerForm } from './answer-form.tsx';
import { useCloseTogether } from './close-bar.tsx';
import { colleaguesQuery, conversationQuery } from './conversation-queries.ts';
import { PostItem } from './post-item.tsx';

/** Answers, replies and notes, and all that staff can do with them. */
export function Talk({ conversation }: { conversation: Conversation }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [writes, setWrites] = useState<'answer' | 'note' | null>(null);
  const closing = useCloseTogether();
  const { id, kind, email, name, state, isUnread, canClose, posts } = conversation;
  const params = { id };
  const stop = () => setWrites(null);
  const isClosed = state === 'closed' || state === 'answered';
  const mark = (to: 'open' | 'closed') =>
    void run(
      () => callApi(client, closeConversation, { params, body: { state: to } }),
      name ? `${to === 'closed' ? 'Closed' : 'Opened again'}: ${name}` : to === 'closed' ? 'Closed' : 'Opened again',
      { subjectId: id },
    );
  const read = () => void run(() => callApi(client, readConversation, { params }), 'Marked as read');
  async function note(text: string, sent: () => void) {
    const act = () => callApi(client, noteOnConversation, { params, body: { note: text } }).then(sent);
    const errors = await run(act, 'Note added');
    if (errors === null) stop();
  }

  return (
    <>
      {posts.map((post) => (
        <PostItem key={post.id} post={post} name={name} mayAsk={kind === 'claim' || kind === 'listing'} />
      ))}
      {writes === 'answer' ? <AnswerForm conversation={conversation} onClose={stop} /> : null}
      {writes === 'note' ? (
        <ReasonForm
          thing={`note:${id}`}
          label="A note for colleagues"
          help="Nobody else reads it: it is never mailed."
          maxLength={5000}
          missing="Please write a note"
          action="Add the note"
          isPending={isPending}
          onSubmit={note}
          onCancel={stop}
        />
      ) : null}
      <footer className="flex flex-wrap items-end gap-2">
        {writes === null && email !== null ? (
          <Button onClick={() => setWrites('answer')}>
            {posts.some(({ kind }) => kind === 'answer') ? 'Answer again' : 'Answer'}
          </Button>
        ) : null}
        {writes === null ? <SmallButton onClick={() => setWrites('note')}>Add a note</SmallButton> : null}
        {canClose && state !== 'closed' ? (
          <SmallButton disabled={isPending} onClick={() => mark('closed')}>
            {posts.some(({ kind }) => kind === 'answer') ? 'Close it' : 'Close without an answer'}
          </SmallButton>
        ) : null}
        {canClose && state === 'open' && (kind === 'message' || kind === 'report') ? (
          <SmallButton disabled={isPending || closing.isPending} onClick={() => void closing.close([id], true)}>
            Spam: close it, tell nobody
          </SmallButton>
        ) : null}
        {canClose && isClosed ? (
          <SmallButton disabled={isPending} onClick={() => mark('open')}>
            Open again
          </SmallButton>
        ) : null}
        {isUnread ? (
          <SmallButton disabled={isPending} onClick={read}>
            Mark as read
          </SmallButton>
        ) : null}
        <Assignee conversation={conversation} />
      </footer>
      {email === null ? <p className="text-14 text-ink-soft">{noAddress(conversation)}</p> : null}
    </>
  );
}

/** A report about a recommendation mostly comes from the site itself, and says nothing about the mailbox of who wrote the recommendation. */
function noAddress({ recommendation }: Conversation): string {
  if (recommendation === null) return 'The person left no address, so nobody can answer.';
  const { name, status } = recommendation;
  const mailbox =
    status === 'unconfirmed'
      ? 'has not confirmed an address yet'
      : 'has confirmed an address: it stands under “All recommendations”';
  return `This report has no address to answer to. ${name || 'The person who recommends'} ${mailbox}.`;
}

function Assignee({ conversation: { id, assignee } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const known = assignee === null || colleagues.some((one) => one.id === assignee.id);
  const assign = (userId: string) =>
    void run(
      () => callApi(client, assignConversation, { params: { id }, body: { userId: userId || null } }),
      userId === '' ? 'Nobody sees to it now' : 'Handed on',
    );
  return (
    <div className="min-w-44">
      <SelectField
        label="Who sees to it"
        value={assignee?.id ?? ''}
        disabled={isPending}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">Nobody yet</option>
        {known ? null : <option value={assignee.id}>{assignee.username}</option>}
        {colleagues.map((one) => (
          <option key={one.id} value={one.id}>
            {one.username}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

interface TalkAboutProps {
  id: string;
  /** Questions and answers stand above. */
  isTold?: boolean;
}

/** The talk about a suggested change, a claim or a listing, below what staff decide on: open from the start where it holds something that does not stand above. */
export function TalkAbout({ id, isTold = false }: TalkAboutProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { data } = useQuery(conversationQuery(id));
  const isOpen = chosen ?? (data !== undefined && (hasUntold(data.posts, isTold) || data.assignee !== null));
  return (
    <div className="grid min-w-0 gap-3">
      <SmallButton className="justify-self-start" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
        {isOpen ? 'Hide the talk' : 'Answer or note something'}
      </SmallButton>
      {isOpen && data ? <Talk conversation={data} /> : null}
    </div>
  );
}
