import { Badge, PremiumBadge } from '#web/ui/badge.tsx';
import type { EventOccurrence } from '../contract.ts';
import { eventCategoryLabels } from './event-labels.ts';

const states = { scheduled: null, cancelled: 'Canceled', postponed: 'Postponed' };

/** The badges of an event: category, price, whether it is off and whether a premium listing puts it on. */
export function EventMarks({
  event: { category, status, isFree, price, hasPremiumHost },
}: {
  event: Pick<EventOccurrence, 'category' | 'status' | 'isFree' | 'price' | 'hasPremiumHost'>;
}) {
  const { label, tint } = eventCategoryLabels[category];
  const state = states[status];
  return (
    <>
      {state ? <Badge tint="red">{state}</Badge> : null}
      <Badge tint={tint}>{label}</Badge>
      {hasPremiumHost ? <PremiumBadge>Premium host</PremiumBadge> : null}
      {isFree ? <Badge tint="teal">Free</Badge> : price ? <Badge tint="gray">{price}</Badge> : null}
    </>
  );
}
