import rrule from 'rrule';

/** Describes a rule: 'Every week on Tuesday and Saturday'. Null when the words would leave something out. */
export function describeRule(rule: string | null): string | null {
  if (rule === null || /BYSETPOS|BYMONTHDAY=[\d,]*-/.test(rule)) return null;
  try {
    const options = rrule.RRule.parseString(rule);
    const words = new rrule.RRule({ ...options, dtstart: new Date(0) }).toText();
    return words.charAt(0).toUpperCase() + words.slice(1).replace(/day, (\w+day)(?= until | for |$)/, 'day and $1');
  } catch {
    return null;
  }
}
