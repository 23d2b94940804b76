import { clsx } from 'clsx';
import type { RefCallback } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { correctionLabel } from '#features/corrections/correction-fields.ts';
import { planNames } from '#features/listing-orders/plans.ts';
import { sumWords } from '#features/listing-orders/staff-contract.ts';
import { givenBack } from '#features/listing-orders/web/refund-order-form.tsx';
import { agoText } from '#features/staff-frame/age-text.ts';
import { Waiting } from '#features/staff-frame/web/age.tsx';
import { formatDate } from '#shared/dates.ts';
import { subjectOf } from '#shared/letter-subject.ts';
import { allReportReasons } from '#shared/report-reasons.ts';
import { Badge, PremiumBadge, type Tint } from '#web/ui/badge.tsx';
import { orderLabel, paidWords, signWords } from '../before-live.ts';
import type { QueueItem } from '../contract.ts';
import { changeLabel } from '../field-label.ts';

const kinds: Record<QueueItem['kind'], readonly [label: string, tint: Tint]> = {
  listing: ['New listing', 'green'],
  change: ['Change', 'blue'],
  report: ['Report', 'orange'],
  correction: ['Suggested change', 'teal'],
  message: ['Message', 'purple'],
  claim: ['Claim', 'teal'],
  order: ['Paid order', 'indigo'],
  suggestion: ['Event suggestion', 'pink'],
  announcement: ['Announcement', 'blue'],
};

function labelOf(item: QueueItem): string {
  if (item.kind === 'listing' && item.isAgain) return 'Changed listing';
  if (item.kind === 'suggestion' && item.isChange) return 'Changed event';
  if (item.kind === 'announcement' && item.announcement.changes) return 'Changed announcement';
  return kinds[item.kind][0];
}

function title(item: QueueItem): string {
  if (item.kind === 'listing' || item.kind === 'claim') return item.name;
  if (item.kind === 'suggestion') return item.title;
  if (item.kind === 'change') return item.change.business.name;
  if (item.kind === 'report') return item.conversation.business?.name ?? 'A business';
  if (item.kind === 'correction') return item.correction.business.name;
  if (item.kind === 'order') return item.order.businessName ?? 'A new listing';
  if (item.kind === 'announcement') return item.announcement.business.name;
  return item.conversation.name;
}

function senderWords({ by, order, isSenderDeleted }: Extract<QueueItem, { kind: 'listing' }>): string {
  if (by) return ` · by ${by}`;
  if (order) return ` · ${paidWords(order)}`;
  return isSenderDeleted ? ' · by somebody whose account is deleted' : '';
}

function detail(item: QueueItem, timeZone: string): string {
  if (item.kind === 'listing') return `${item.categoryName}${senderWords(item)}`;
  if (item.kind === 'claim')
    return `${item.plan === 'premium' ? 'Claim Premium' : 'Claim alone'}${item.by ? ` · by ${item.by}` : ''}`;
  if (item.kind === 'suggestion') return `${formatDate(item.startDate, timeZone)} · by ${item.by}`;
  if (item.kind === 'change') return item.change.fields.map(changeLabel).join(', ');
  if (item.kind === 'correction') return correctionLabel(item.correction.field);
  if (item.kind === 'report') return allReportReasons[item.conversation.reason ?? 'other'];
  if (item.kind === 'order') {
    return `${planNames[item.order.plan]}, ${sumWords({ paid: item.order.amountCents, back: givenBack(item.order) })}`;
  }
  if (item.kind === 'announcement') return item.announcement.text.slice(0, 80);
  const { text, business } = item.conversation;
  const subject = subjectOf(text) ?? text.slice(0, 80);
  return business && !subject.includes(business.name) ? `${subject} · about ${business.name}` : subject;
}

const isAsked = (item: QueueItem) => (item.kind === 'claim' || item.kind === 'listing') && item.isAsked;

function DuplicateBadge({ item: { isDuplicate, alike } }: { item: Extract<QueueItem, { kind: 'listing' }> }) {
  if (!isDuplicate && alike.length === 0) return null;
  return (
    <Badge tint="orange">{isDuplicate ? 'Possible duplicate' : `Possible duplicate: same ${signWords(alike)}`}</Badge>
  );
}

interface QueueLineProps {
  item: QueueItem;
  isOpen: boolean;
  /** Lines of the list have a checkbox at their left. */
  isBesideBox: boolean;
  /** The action that is running. */
  busy: string | undefined;
  onToggle: () => void;
  buttonRef: RefCallback<HTMLButtonElement>;
}

/** One line of the queue: a button that opens the details below. */
export function QueueLine({ item, isOpen, isBesideBox, busy, onToggle, buttonRef }: QueueLineProps) {
  const { timeZone } = useCity();
  const [, tint] = kinds[item.kind];
  return (
    <button
      ref={buttonRef}
      type="button"
      aria-expanded={isOpen}
      aria-controls={`queue-${item.id}`}
      onClick={onToggle}
      className={clsx(
        'flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 py-2.5 pr-4 text-left text-16 hover:bg-ground-deep',
        isBesideBox ? 'pl-12' : 'pl-4',
        isOpen ? 'rounded-t-control bg-ground-deep' : 'rounded-control',
      )}
    >
      <Badge tint={tint}>{labelOf(item)}</Badge>
      {item.kind === 'listing' && item.order ? (
        <Badge tint={item.order.ended ? 'orange' : 'indigo'}>{orderLabel(item.order)}</Badge>
      ) : null}
      {item.kind === 'listing' && item.order?.isOpen && item.order.isNews ? (
        <Badge tint="indigo">The details have come</Badge>
      ) : null}
      {item.kind === 'listing' ? <DuplicateBadge item={item} /> : null}
      {isAsked(item) ? (
        <Badge tint="gray">Waiting for {item.kind === 'claim' ? 'the claimant' : 'the sender'}</Badge>
      ) : null}
      {item.isPremium && !isAsked(item) ? <PremiumBadge>Premium: answer first</PremiumBadge> : null}
      {item.assignee === null ? null : <Badge tint="gray">{item.assignee} sees to it</Badge>}
      {item.notes === 0 ? null : <Badge tint="gray">{item.notes === 1 ? '1 note' : `${item.notes} notes`}</Badge>}
      <strong className="min-w-0 break-words">{title(item)}</strong>
      <span className="w-full text-14 break-words text-ink-soft md:w-auto md:min-w-40 md:flex-1">
        {detail(item, timeZone)}
      </span>
      {busy ? (
        <span role="status" className="text-14 font-semibold">
          {busy}
        </span>
      ) : isAsked(item) ? (
        <span className="numbers text-14 text-ink-soft">asked {agoText(Date.now() - Date.parse(item.at))}</span>
      ) : (
        <Waiting at={item.at} dueAt={item.dueAt} />
      )}
    </button>
  );
}
