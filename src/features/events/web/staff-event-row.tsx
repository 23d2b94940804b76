import { useCity } from '#features/city-guide/web/city-queries.ts';
import { RowLink, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { StaffEventRow as Row } from '../staff-contract.ts';
import { whenText } from '../when-text.ts';
import { eventCategoryLabels } from './event-labels.ts';

export function StaffEventRow({ event }: { event: Row }) {
  const { timeZone } = useCity();
  const { label, tint } = eventCategoryLabels[event.category];
  return (
    <StaffRow>
      <RowLink to={`/staff/events/${event.id}`} className="lg:flex-[3]">
        {event.title}
      </RowLink>
      <span className="numbers min-w-0 lg:flex-[3]">
        {whenText(event, timeZone, String(new Date().getFullYear()))}
        {event.recurring ? <span className="block text-14 text-ink-soft">{event.repeats ?? 'Repeats'}</span> : null}
      </span>
      <span className="min-w-0 break-words text-ink-soft lg:flex-[2]">{event.location || 'No place'}</span>
      <span className="flex flex-wrap items-center gap-1.5 lg:flex-[2] lg:justify-end">
        {event.status === 'scheduled' ? null : (
          <Badge tint="red">{event.status === 'cancelled' ? 'Canceled' : 'Postponed'}</Badge>
        )}
        {event.source ? <Badge tint="gray">Imported</Badge> : null}
        <Badge tint={tint}>{label}</Badge>
        <SiteLink to={`/events/${event.slug}`} className="inline-flex min-h-11 items-center px-2 text-16">
          View<span className="sr-only">: {event.title}</span>
        </SiteLink>
      </span>
    </StaffRow>
  );
}
