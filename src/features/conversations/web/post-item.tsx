import { clsx } from 'clsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import type { Post } from '../contract.ts';

const names = { answer: 'Answer', reply: 'Reply', note: 'Note' } as const;

interface PostItemProps {
  post: Post;
  /** The person who wrote first. */
  name: string;
  /** Staff may have asked with it: about a claim or a listing they do so first. */
  mayAsk: boolean;
}

/** An answer, a reply by mail, or a note for colleagues. */
export function PostItem({ post, name, mayAsk }: PostItemProps) {
  const { kind, text, quoted, from, leftOut, by, createdAt } = post;
  const author = by ?? 'A former colleague';
  const who = {
    answer: `${author} ${mayAsk ? 'wrote' : 'answered'}`,
    reply: `${name || 'The person'} wrote back`,
    note: `${author} noted, for colleagues only:`,
  }[kind];
  return (
    <section
      aria-label={names[kind]}
      className={clsx(
        'min-w-0 rounded-control p-4',
        kind === 'answer' && 'bg-ground-deep',
        kind === 'reply' && 'border border-line-strong',
        kind === 'note' && 'border border-gold-line bg-gold-ground',
      )}
    >
      <p className="text-14 text-ink-soft">
        {who} <Moment at={createdAt} />
      </p>
      {from ? <p className="mt-1 font-semibold [overflow-wrap:anywhere]">From another address: {from}</p> : null}
      <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text || '(no words)'}</p>
      {leftOut.length > 0 ? (
        <p className="mt-2 text-14 [overflow-wrap:anywhere]">
          Files that came with it are not kept: {leftOut.join(', ')}. If you need one, ask for it at your own mailbox.
        </p>
      ) : null}
      {quoted ? (
        <details className="mt-2 text-14">
          <summary className="flex min-h-11 cursor-pointer items-center">Show what it quotes</summary>
          <p className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{quoted}</p>
        </details>
      ) : null}
    </section>
  );
}
