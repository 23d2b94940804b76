import { formatLongDate } from '#shared/dates.ts';
import type { EventDetail } from './page-contract.ts';
import { whenText } from './when-text.ts';

type Told = Pick<
  EventDetail,
  'isOver' | 'status' | 'note' | 'recurring' | 'times' | 'allDay' | 'startDate' | 'previousStartDate'
>;

/** Tells above an event that it is off or moved. Being off comes first: whoever reads no further must not go there. */
export function noticeSentences(event: Told, timeZone: string, thisYear: string): string[] {
  const { isOver, status, note, recurring, times, allDay } = event;
  const next = times.find(({ startDate }) => startDate === event.startDate);
  const former = next?.previousStartDate ?? event.previousStartDate;
  const off = recurring && !isOver && status === 'scheduled' ? times.find((time) => time.status === 'cancelled') : null;
  return [
    status === 'cancelled' && 'This event is canceled.',
    status === 'postponed' && 'This event is postponed.',
    former &&
      `New date. It was to be on ${whenText({ startDate: former, endDate: null, allDay }, timeZone, thisYear)}.`,
    off &&
      off.startDate < event.startDate &&
      `It does not take place on ${formatLongDate(off.startDate, timeZone, thisYear)}.`,
    note ?? next?.note,
  ].filter((sentence): sentence is string => typeof sentence === 'string' && sentence !== '');
}
