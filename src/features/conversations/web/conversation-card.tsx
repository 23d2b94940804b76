import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { allReportReasons } from '#shared/report-reasons.ts';
import { Link } from '#web/router/link.tsx';
import { Badge, PremiumBadge, type Tint } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Conversation, ConversationKind, ConversationState } from '../contract.ts';
import { Talk } from './talk.tsx';

const states: Record<ConversationState, readonly [label: string, tint: Tint]> = {
  open: ['Open', 'orange'],
  waiting: ['Waits for them', 'blue'],
  answered: ['Answered', 'green'],
  closed: ['Closed', 'gray'],
};

const kinds: Record<ConversationKind, string> = {
  message: 'Message',
  report: 'Report',
  correction: 'Suggested change',
  claim: 'Claim',
  listing: 'New listing',
};

interface ConversationCardProps {
  conversation: Conversation;
  /** A checkbox stands at the left of its first line. */
  isBesideBox?: boolean;
  /** Buttons for what it asks for. */
  children?: ReactNode;
}

/** One letter with all that was said about it. */
export function ConversationCard({ conversation, isBesideBox = false, children }: ConversationCardProps) {
  const { kind, name, email, business, reason, recommendation, text, state, assignee } = conversation;
  const isDecidedElsewhere =
    kind === 'correction' || kind === 'claim' || (kind === 'listing' && business?.status === 'pending');
  return (
    <article
      data-undo={conversation.id}
      aria-label={`${kinds[kind]}: ${business?.name ?? name}`}
      className="grid min-w-0 gap-3 rounded-control border border-line bg-card p-4 text-16"
    >
      <header className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1', isBesideBox && 'pl-8')}>
        <Badge tint={states[state][1]}>{states[state][0]}</Badge>
        {conversation.isUnread ? <Badge tint="purple">Unread</Badge> : null}
        <span className="text-14 text-ink-soft">{kinds[kind]}</span>
        {name ? <strong className="[overflow-wrap:anywhere]">{name}</strong> : null}
        {conversation.isPremium ? <PremiumBadge>Premium: answer first</PremiumBadge> : null}
        {business ? (
          <>
            <Link to={`/staff/businesses/${business.id}`} className="font-semibold [overflow-wrap:anywhere]">
              {business.name}
            </Link>
            {kind === 'claim' || recommendation ? null : <StatusBadge status={business.status} />}
          </>
        ) : null}
        {reason ? <strong>{allReportReasons[reason]}</strong> : null}
        <span className="break-all text-ink-soft">{email}</span>
        <span className="text-14 text-ink-soft">
          <Moment at={conversation.createdAt} />
          {assignee ? ` · ${assignee.username} sees to it` : ''}
        </span>
      </header>
      {kind === 'claim' && text !== '' ? <p className="text-14 text-ink-soft">With the claim:</p> : null}
      {text === '' ? null : <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
      {recommendation ? (
        <blockquote className="border-line border-l-4 pl-3 [overflow-wrap:anywhere]">
          {recommendation.name}: {recommendation.text || 'no words, only a name'}
        </blockquote>
      ) : null}
      {recommendation || isDecidedElsewhere || business?.status === 'approved' ? (
        <div className="flex flex-wrap gap-2">
          {children}
          {recommendation && business ? (
            <ButtonLink look="secondary" to={`/staff/businesses/${business.id}#recommendations`}>
              All recommendations
            </ButtonLink>
          ) : null}
          {isDecidedElsewhere ? (
            <ButtonLink
              look="secondary"
              to={
                kind === 'correction'
                  ? '/staff/changes'
                  : kind === 'listing'
                    ? queueLinePath(conversation.id)
                    : '/staff'
              }
            >
              Where it is decided
            </ButtonLink>
          ) : null}
          {business?.status === 'approved' ? (
            <Link to={`/business/${business.slug}`} className="inline-flex min-h-11 items-center px-2">
              View page
            </Link>
          ) : null}
        </div>
      ) : null}
      <Talk conversation={conversation} />
    </article>
  );
}
