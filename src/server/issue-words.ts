/** Puts what a schema says of a value into words for people who write JSON by hand. */
import type * as z from 'zod';
import { formatDollars } from '#shared/money.ts';
import { formatNumber } from '#shared/numbers.ts';
import { maxCents, minCents } from '#shared/prices.ts';
import { nearestWord } from './letter-distance.ts';

const isNumeric = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim());

/** An amount as it was probably meant: '12.99', '$12.99' and '1,299.00' are dollars. */
function centsOf(value: unknown): number | null {
  const amount = typeof value === 'string' ? Number(value.replace(/[\s$,]/g, '') || Number.NaN) : value;
  return typeof amount === 'number' && Number.isFinite(amount) ? Math.round(amount * 100) : null;
}

/** @param value of a field of `prices` that the schema refuses */
function priceWords(value: unknown): string {
  const meant = centsOf(value);
  const isCents = typeof value === 'number' && Number.isInteger(value) && value > minCents;
  if (meant !== null && !isCents && meant >= minCents && meant <= maxCents) return `write it in cents, ${meant}`;
  return `write it in cents without quotes, from ${minCents} (${formatDollars(minCents)}) to ${maxCents} (${formatDollars(maxCents)})`;
}

function typeWords(expected: string, value: unknown): string | null {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  if (expected === 'string') {
    return isPlain ? `write it in quotes, ${JSON.stringify(String(value))}` : 'allowed is a text in quotes';
  }
  if (expected === 'number' || expected === 'int') {
    return isNumeric(value) ? `write it without quotes, ${value.trim()}` : 'allowed is a number without quotes';
  }
  if (expected === 'boolean') return 'allowed is true or false, without quotes';
  if (expected === 'array' || expected === 'tuple') return 'allowed is a list, in square brackets: [ … ]';
  if (expected === 'object' || expected === 'record') return 'allowed is an object, in braces: { … }';
  return null;
}

function sizeWords(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, value: unknown): string | null {
  const isMax = issue.code === 'too_big';
  const limit = Number(isMax ? issue.maximum : issue.minimum);
  const bound = issue.exact ? 'exactly' : isMax ? 'at most' : 'at least';
  if (typeof value === 'string') {
    if (!isMax && limit === 1)
      return 'write something between the quotes, or take the field out where it is not needed';
    return `it has ${formatNumber(value.length)} characters, and ${bound} ${formatNumber(limit)} are allowed`;
  }
  if (Array.isArray(value)) {
    return `it has ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, and ${bound} ${limit} ${limit === 1 ? 'is' : 'are'} allowed`;
  }
  return typeof value === 'number' ? `allowed is ${bound} ${limit}` : null;
}

/** @returns the schema's own words where it has better ones */
export function issueWords(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.path[0] === 'prices' && issue.path.length === 2) return priceWords(value);
  if (issue.code === 'invalid_type') return typeWords(issue.expected, value) ?? issue.message;
  if (issue.code === 'too_big' || issue.code === 'too_small') return sizeWords(issue, value) ?? issue.message;
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const near = typeof value === 'string' ? nearestWord(value, allowed) : undefined;
    return `allowed is ${allowed.join(', ')}${near === undefined ? '' : `. Is ${near} meant?`}`;
  }
  const [part] = issue.path;
  if (issue.code === 'invalid_union' && (part === 'footerLinks' || part === 'discoverLinks' || part === 'adsContact')) {
    return `allowed is a page such as /events, a web address such as https://town.example${part === 'adsContact' ? ', or an e-mail address' : ', or null'}`;
  }
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}
