import { instantAt } from '#shared/dates.ts';

/** A time of the town, to the minute or second, or one with a zone of its own; undefined for anything else. */
export function readMoment(text: string, timeZone: string): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/i.exec(
    text.trim(),
  );
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const isThere = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  if (!isThere || hour > 23 || minute > 59 || second > 59) return undefined;
  if (parts[7] !== undefined) return new Date(text.trim().replace(' ', 'T'));
  return new Date(instantAt({ year, month, day, hour, minute }, timeZone).getTime() + second * 1000);
}
