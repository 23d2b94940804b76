import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { PremiumBadge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { markMessage, type StaffMessage } from '../staff-contract.ts';
import { AnswerForm } from './answer-form.tsx';

/** A link that opens the reader's own mail program with recipient and subject filled in. */
function replyUrl({ email, message }: StaffMessage): string {
  const subject = /^Subject: (.+)$/m.exec(message)?.[1] ?? 'Your message';
  const quote = message.replace(/^/gm, '> ').slice(0, 1200);
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\n\n${quote}`)}`;
  return `mailto:${encodeURIComponent(email)}?${query}`;
}

export function MessageCard({ message }: { message: StaffMessage }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [isWriting, setWriting] = useState(false);
  const answered = message.answeredAt === null;
  const mark = () =>
    void run(
      () => callApi(client, markMessage, { params: { id: message.id }, body: { answered } }),
      answered ? 'Marked answered' : 'Opened again',
      { subjectId: message.id },
    );
  return (
    <article className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <strong className="break-words">{message.name}</strong>
        {message.isPremium ? <PremiumBadge>Premium: answer first</PremiumBadge> : null}
        <span className="break-all text-ink-soft">{message.email}</span>
        <span className="text-14 text-ink-soft">
          <Moment at={message.createdAt} />
        </span>
      </header>
      <p className="break-words whitespace-pre-line">{message.message}</p>
      {message.answers.map(({ id, text, by, createdAt }) => (
        <section key={id} aria-label="Answer" className="rounded-control bg-ground-deep p-4">
          <p className="text-14 text-ink-soft">
            {by ?? 'A former colleague'} answered <Moment at={createdAt} />
          </p>
          <p className="mt-1 break-words whitespace-pre-line">{text}</p>
        </section>
      ))}
      {isWriting ? <AnswerForm message={message} onClose={() => setWriting(false)} /> : null}
      <footer className="flex flex-wrap items-center gap-2">
        {isWriting ? null : (
          <Button onClick={() => setWriting(true)}>{message.answers.length > 0 ? 'Answer again' : 'Answer'}</Button>
        )}
        <a href={replyUrl(message)} className={buttonClass('secondary')}>
          Reply from your own mailbox
        </a>
        <SmallButton disabled={isPending} onClick={mark}>
          {answered ? 'Mark answered' : 'Open again'}
        </SmallButton>
        {message.answeredAt ? (
          <span className="text-14 text-ink-soft">
            Answered <Moment at={message.answeredAt} />
          </span>
        ) : null}
      </footer>
    </article>
  );
}
