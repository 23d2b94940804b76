/** Converts an event's times between form fields (days and hours of the city) and instants. */
import { floatingMs } from '#shared/clock.ts';
import { addDays, dayOf, instantAtFloating, startOfDay } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';

export interface ClockFields {
  allDay: boolean;
  /** '2026-07-04' */
  startsOn: string;
  /** '19:00'; '' for whole days. */
  startTime: string;
  /** The last day; '' when it is the first. */
  endsOn: string;
  /** '' for no end, and for whole days. */
  endTime: string;
}

export interface ClockTimes {
  startsAt: Date;
  /** For several whole days: the midnight after the last one. */
  endsAt: Date | null;
}

/** When an event is over: a whole day without an end lasts until midnight, a time without one ends as it begins. */
export function endOfEvent({ startsAt, endsAt, allDay }: ClockTimes & { allDay: boolean }, timeZone: string): Date {
  if (endsAt !== null || !allDay) return endsAt ?? startsAt;
  return startOfDay(addDays(dayOf(startsAt, timeZone), 1), timeZone);
}

type ClockErrors = Partial<Record<keyof ClockFields, string>>;

const maxDays = 92;
/** An end before the start, up to this hour, means the next morning. After this hour it is a mistake. */
const latestMorning = '06:00';
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Reads the fields. Each error belongs to the field that has to change and says how. */
export function readClock(
  fields: ClockFields,
  timeZone: string,
): { times: ClockTimes; errors: null } | { times: null; errors: ClockErrors } {
  const { allDay, startsOn, startTime, endTime } = fields;
  const wrong = (errors: ClockErrors) => ({ times: null, errors });
  if (!isDay(startsOn)) return wrong({ startsOn: 'Choose the day on which it begins' });
  if (!isLikelyYear(startsOn)) return wrong({ startsOn: 'Check the year: it should be between 2000 and 2099' });
  if (fields.endsOn !== '' && !isDay(fields.endsOn)) return wrong({ endsOn: 'Choose the last day, or leave it empty' });
  if (fields.endsOn !== '' && fields.endsOn < startsOn) {
    return wrong({ endsOn: 'The last day is before the first. Choose a later one, or leave it empty' });
  }
  const lastDay = fields.endsOn || startsOn;
  if (daysBetween(startsOn, lastDay) > maxDays) {
    return wrong({ endsOn: `It would last over ${maxDays} days. Check the month and the year` });
  }
  if (allDay) {
    const startsAt = instantAtFloating(floating(startsOn, '00:00'), timeZone);
    const endsAt = instantAtFloating(floating(addDays(lastDay, 1), '00:00'), timeZone);
    return { times: { startsAt, endsAt: lastDay === startsOn ? null : endsAt }, errors: null };
  }
  if (!timePattern.test(startTime))
    return wrong({ startTime: 'Enter the time at which it begins, or choose “All day”' });
  const start = floating(startsOn, startTime);
  if (isSkipped(start, timeZone)) return wrong({ startTime: skippedText });
  const startsAt = instantAtFloating(start, timeZone);
  if (endTime === '') {
    if (lastDay !== startsOn) return wrong({ endTime: 'Enter the time at which it ends on the last day' });
    return { times: { startsAt, endsAt: null }, errors: null };
  }
  if (!timePattern.test(endTime)) return wrong({ endTime: 'Enter a time such as 21:00, or leave it empty' });
  let end = floating(lastDay, endTime);
  if (end <= start && fields.endsOn === '' && endTime <= latestMorning) end += dayMs;
  if (end <= start) {
    return wrong({
      endTime: end === start ? 'It ends when it begins. Choose a later time, or leave the end empty' : endBeforeStart,
    });
  }
  if (isSkipped(end, timeZone)) return wrong({ endTime: skippedText });
  return { times: { startsAt, endsAt: instantAtFloating(end, timeZone) }, errors: null };
}

const endBeforeStart = 'The end is before the start. Choose a later time, or set the day on which it ends';
const skippedText = 'The clocks go forward that night and skip this time. Choose one an hour later';

/** The reverse: fills the form fields from instants. */
export function writeClock(
  { startsAt, endsAt, allDay }: ClockTimes & { allDay: boolean },
  timeZone: string,
): ClockFields {
  const startsOn = dayOf(startsAt, timeZone);
  if (allDay) {
    const lastDay = endsAt === null ? startsOn : dayOf(new Date(endsAt.getTime() - 1), timeZone);
    return { allDay, startsOn, startTime: '', endsOn: lastDay === startsOn ? '' : lastDay, endTime: '' };
  }
  const [startTime, endTime] = [timeOf(startsAt, timeZone), endsAt === null ? '' : timeOf(endsAt, timeZone)];
  const endsOn = endsAt === null ? startsOn : dayOf(endsAt, timeZone);
  const isNextMorning = endsOn === addDays(startsOn, 1) && endTime <= startTime && endTime <= latestMorning;
  return { allDay, startsOn, startTime, endsOn: endsOn === startsOn || isNextMorning ? '' : endsOn, endTime };
}

function timeOf(instant: Date, timeZone: string): string {
  return new Date(floatingMs(instant, timeZone)).toISOString().slice(11, 16);
}

/** Tells whether the calendar has this day: it has no February 30. */
export function isDay(text: string): boolean {
  return dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

function isLikelyYear(day: string): boolean {
  return day >= '2000' && day < '2100';
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

function floating(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00Z`);
}

function isSkipped(floatingTime: number, timeZone: string): boolean {
  return floatingMs(instantAtFloating(floatingTime, timeZone), timeZone) !== floatingTime;
}
