/** The details of an audit row in words: no codes, no ids. */
import { clockText } from '#shared/clock-text.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { listingFields } from '#shared/listing-fields.ts';
import { mailKindNames } from '#shared/mail-kinds.ts';
import { formatDollars } from '#shared/money.ts';
import { usualPrices } from '#shared/prices.ts';

/** Where the field's own name would not be understood. */
const labels: Readonly<Record<string, string>> = {
  afterwards: 'After that',
  at: 'When',
  amountCents: 'Amount',
  backCents: 'Given back to the card',
  by: 'By',
  byHandCents: 'To be given back by hand',
  cents: 'Amount',
  datesDroppedOut: 'Not in the series any more',
  datesMovedAlong: 'Moved along with the series',
  day: 'On',
  creditCents: 'Taken off the next bill',
  dryRun: 'Only tried',
  ended: 'Sessions ended',
  endsAt: 'Until',
  fields: 'Fields',
  forPremium: 'For Premium for all listings',
  from: 'From',
  heldFrom: 'Holds from',
  imageUrl: 'Picture',
  into: 'Into',
  goneCents: 'Money that went back or never came',
  left: 'Left as they were',
  logoUrl: 'Logo',
  merged: 'The listing that went',
  notChargedCents: 'Not charged',
  of: 'Of',
  ofCents: 'Of',
  ofItCreditCents: 'Of it credit',
  percentOff: 'Percent off',
  publishAt: 'Goes live',
  repeats: 'How often',
  sizeBytes: 'Size',
  slug: 'Address of the page',
  startsAt: 'Starts',
  toChargeCents: 'First month due',
  url: 'Link',
  wasUntil: 'Would have run until',
};

const isId = (value: unknown) =>
  typeof value === 'string' &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(ch|cs|cus|evt|in|pi|re|sub)_\w+$/.test(value);

const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

const isClock = (value: unknown) => typeof value === 'string' && /^\d\d:\d\d$/.test(value);

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('/media/');

/** The site's own names for values that the code abbreviates: {field: {value: words}}. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: { known: 'there before', new: 'new', 'taken-over': 'there before, with an email that was never confirmed' },
  emails: mailKindNames,
  from: { week: 'what is new and coming up' },
  status: { pending: 'waiting for review', in_review: 'in review', cancelled: 'canceled', scheduled: 'takes place' },
  told: { nobody: 'nobody' },
  interval: { monthly: 'by the month', yearly: 'by the year' },
};

/** The plans of a claim; paid orders have others under the same keys. */
const claimPlans: Readonly<Record<string, string>> = { standard: 'Claim', premium: 'Claim Premium' };

/** '17:30' → '5:30 PM' */
const inTwelveHours = (clock: string) => clockText(Number(clock.slice(0, 2)), Number(clock.slice(3)));

/** Not told: values for the site itself, such as ids and what the pair beside them says in words, and the kinds of notices that an import's page explains. */
const unsaid: ReadonlySet<string> = new Set([
  ...['former', 'formerTimes', 'managers', 'notices', 'noticeLines', 'unknownCategories'],
]);

const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;

/** Values that are lists: two names in them are no change, two lists are. */
const lists: ReadonlySet<string> = new Set([
  ...['datesDroppedOut', 'datesMovedAlong', 'fields', 'left', 'plans', 'rights', 'skippedDays', 'topics'],
]);

/** Only fields that people edit have pairs. */
const isChanged = (name: string, value: unknown): value is [unknown, unknown] =>
  isPair(value) && (!lists.has(name) || (name !== 'fields' && name !== 'left' && value.some(Array.isArray)));

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** 'December 1, 2026' */
const dayWords = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC');

/** The days that a series leaves out: 'December 1, 2026 skipped; May 4, 2026 takes place again'. */
function skippedText([before, after]: [unknown, unknown]): string {
  const [old, now] = [before, after].map((days) => (Array.isArray(days) ? days.map(String) : []));
  const added = now?.filter((day) => !old?.includes(day)) ?? [];
  const gone = old?.filter((day) => !now?.includes(day)) ?? [];
  return [
    ...(added.length > 0 ? [`${added.map(dayWords).join(' and ')} skipped`] : []),
    ...(gone.length > 0 ? [`${gone.map(dayWords).join(' and ')} not skipped any more`] : []),
  ].join('; ');
}

/** An empty remark says nothing. */
const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** 'Role: staff → staff' says nothing, nor does one kind of empty value after another. */
const isUnchanged = (name: string, value: unknown) =>
  isChanged(name, value) &&
  (JSON.stringify(value[0]) === JSON.stringify(value[1]) || value.every((one) => (one ?? '') === '' || isEmpty(one)));

/** 'percentOff' → 'Percent off' */
function labelOf(name: string): string {
  const known = labels[name] ?? (listingFields as Record<string, { label: string }>)[name]?.label;
  if (known !== undefined) return known;
  const words = name
    .replace(/Cents$/, '')
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Phone: 1 → 2', 'Phone: 2 (none before)', 'Phone: none now (was 1)' */
function changeText(before: string, after: string): string {
  if (before === '') return `${after} (none before)`;
  return after === '' ? `none now (was ${before})` : `${before} → ${after}`;
}

/** '509 bytes', '52 kB', '1.2 MB' */
function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** '' for a value that is not there. */
function inWords(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && /bytes$/i.test(name)) return bytesText(value);
  if (typeof value === 'number') return /cents$/i.test(name) ? formatDollars(value) : value.toLocaleString('en-US');
  if (isPicture(value)) return 'a picture';
  if (typeof value === 'string') {
    const known = values[name]?.[value];
    if (known !== undefined) return known;
    if (isDay(value)) return dayWords(value);
    return isInstant(value) ? `${formatDate(value, timeZone)}, ${formatTime(value, timeZone)}` : value;
  }
  if (Array.isArray(value)) {
    if (value.length === 2 && value.every(isClock)) return value.map(inTwelveHours).join(' – ');
    if (name === 'plans') return value.join(', ');
    // Each day has a comma of its own.
    if (value.every((one) => typeof one === 'string' && isDay(one))) return value.map(dayWords).join(' and ');
    if (name === 'fields') return value.map((one) => labelOf(String(one)).toLowerCase()).join(', ');
    return value.map((one) => inWords(name, one, timeZone)).join(', ');
  }
  const isTold = (key: string) => (name === 'merged' ? key in listingFields : !unsaid.has(key));
  const parts = Object.entries(value as object).filter(([key, part]) => isTold(key) && !isId(part));
  return parts
    .map(([key, part]) => [labelOf(key).toLowerCase(), inWords(key, part, timeZone)])
    .flatMap(([label, words]) => (words === '' || (name === 'counts' && words === '0') ? [] : [`${label} ${words}`]))
    .join(', ');
}

/** actionText says it. */
const isInAction = (name: string, action: string) =>
  (name === 'as' && action === 'event.time-changed') || (name === 'spam' && action.endsWith('.closed'));

/** The keys of the town's own data, which only an import reads. */
const isOfImport = (name: string, action: string) =>
  action === 'business.merged' && (name === 'source' || name === 'sourceId');

type Data = Readonly<Record<string, unknown>>;

/** Leaves out what is not known, has not changed, or stands in the action already. */
const toldOf = (data: Data | null, action: string) =>
  Object.entries(data ?? {})
    .filter(([name, value]) => !unsaid.has(name) && value !== null && !isEmpty(value) && ![value].flat().some(isId))
    // A run that was no trial is the usual one.
    .filter(([name, value]) => name !== 'dryRun' || value === true)
    // An edit of an event says its rule in words.
    .filter(([name]) => name !== 'rule' || data?.repeats === undefined)
    .filter(([name, value]) => !isInAction(name, action) && !isOfImport(name, action) && !isUnchanged(name, value));

/** The names of the fields that have a former value: 'Starts, How often'. '' when there are none. */
export const changedFields = (data: Data | null, action = ''): string =>
  toldOf(data, action)
    .filter(([name, value]) => isChanged(name, value))
    .map(([name]) => labelOf(name))
    .join(', ');

/**
 * 'Phone: 1 → 2; Reason: It moved'. Changes are pairs of old and new; ids and what is not known are left out.
 * @param timeZone the city's
 * @param action of the row: a claim's plans have names of their own
 */
export function describeData(data: Data | null, timeZone: string, action = ''): string {
  return toldOf(data, action)
    .map(([name, value]) => {
      const isPlan = name === 'plan' && action.startsWith('claim.');
      // A town's prices are kept by their names alone.
      const isPrice = name in usualPrices && action.startsWith('settings.');
      const told = (one: unknown) =>
        (isPlan && claimPlans[String(one)]) || inWords(isPrice ? `${name}Cents` : name, one, timeZone);
      if (name === 'skippedDays' && isPair(value)) return skippedText(value);
      // The address of a picture says nothing; that there was one before does.
      if (isPair(value) && value.every(isPicture)) return `${labelOf(name)}: another picture`;
      const label = isPicture(value) ? 'Picture' : labelOf(name);
      const isChange = isChanged(name, value);
      const words = isChange ? changeText(told(value[0]), told(value[1])) : told(value);
      return words === '' ? '' : `${label}: ${words}`;
    })
    .filter((text) => text !== '')
    .join('; ');
}
