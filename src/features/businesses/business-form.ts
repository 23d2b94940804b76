/** The fields of a listing that its owner may write, with their error messages. All other fields of a body are dropped. */

import * as z from 'zod/mini';
import { weekdays } from '#shared/city.ts';
import { hoursClashes } from '#shared/hours-clashes.ts';
import { maxOf, plainTexts, recordOf, type SpelledField } from '#shared/listing-fields.ts';
import { formatNumber } from '#shared/numbers.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { networkNames, type SocialLinks, socialNetworks } from './contract.ts';
import { coordinates, readDegrees } from './place.ts';

export const maxClosures = 20;
const maxProperties = 60;

const atMost = (length: number) => z.maxLength(length, `Please keep it under ${formatNumber(length)} characters`);
// Makes one line: a mail's subject and a page's title must not contain line ends.
const line = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();

// A name of invisible characters only, such as zero-width spaces, would leave a card without text.
const visible = /[^\p{DI}\p{C}\p{Z}]/u;

const required = (message: string, length: number) =>
  z.pipe(z.pipe(z.string(message), z.transform(line)), z.string().check(z.regex(visible, message), atMost(length)));
const optional = (length: number) => z.pipe(z.pipe(z.string(), z.transform(line)), z.string().check(atMost(length)));

/** 'https://' is put before an address that comes without; only web addresses are kept. */
function webAddress(text: string): string | null {
  if (text === '') return '';
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(whole)) return null;
  const { protocol, hostname, username, password, href } = new URL(whole);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && /^[^.]+(\.[^.]+)+$/.test(hostname);
  return isWeb && username === '' && password === '' ? href : null;
}

const Website = z.pipe(
  optional(maxOf('website')),
  z.transform((text: string, context) => {
    const address = webAddress(text);
    if (address !== null) return address;
    context.issues.push({ code: 'custom', message: 'Invalid URL', input: text });
    return z.NEVER;
  }),
);

/** Name, description, category and address are required (docs/product-rules.md#listing-fields). */
export const BusinessForm = z.object({
  name: required('Business name is required', maxOf('name')),
  description: z
    .string('Description must be at least 10 characters')
    .check(z.trim(), z.minLength(10, 'Description must be at least 10 characters'), atMost(maxOf('description'))),
  /** Slug, id or name. */
  category: required('Category is required', 80),
  address: required('Address is required', maxOf('address')),
  phone: z.optional(optional(maxOf('phone'))),
  email: z.optional(
    z.union(
      [
        z.literal(''),
        z
          .string('Invalid email')
          .check(z.trim(), z.email('Invalid email'), z.maxLength(maxOf('email'), 'Invalid email')),
      ],
      'Invalid email',
    ),
  ),
  website: z.optional(Website),
});
export type BusinessForm = z.infer<typeof BusinessForm>;

/**
 * A range that ends before it begins ends on the next day. A range that ends when it begins is refused, and one that runs into the
 * next opening.
 */
const Hours = OpeningHours.check(({ value, issues }) => {
  const clashes = hoursClashes(value);
  for (const day of weekdays) {
    const isRange = (value[day] ?? []).every(([from, to]) => from !== to && from < '24:00' && to <= '24:00');
    if (!isRange) {
      issues.push({ code: 'custom', message: 'Opening and closing time must differ', path: [day], input: value });
    } else if (clashes[day]) {
      issues.push({ code: 'custom', message: clashes[day], path: [day], input: value });
    }
  }
});

const Day = z.iso.date('Please enter a date');

const WrittenClosures = z
  .array(
    z.object({ from: Day, to: Day, note: z._default(optional(80), '') }).check(
      z.refine(({ from, to }) => to === '' || from <= to, {
        error: 'The last day must not be before the first',
        path: ['to'],
      }),
    ),
  )
  .check(z.maxLength(maxClosures, `At most ${maxClosures} closings can be kept`));

/** Each network's own domains: a link that says 'Instagram' goes there. */
const domains: Record<(typeof socialNetworks)[number], RegExp> = {
  facebook: /(^|\.)(facebook|fb)\.com$/,
  instagram: /(^|\.)instagram\.com$/,
  x: /(^|\.)(x|twitter)\.com$/,
  tiktok: /(^|\.)tiktok\.com$/,
  youtube: /(^|\.)(youtube\.com|youtu\.be)$/,
  linkedin: /(^|\.)linkedin\.com$/,
  yelp: /(^|\.)yelp\.com$/,
};

/** The addresses of '@name', the form that everybody types, where a name leads to one page. */
const pagesOfNames: Partial<Record<(typeof socialNetworks)[number], string>> = {
  instagram: 'https://www.instagram.com/',
  x: 'https://x.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
};

function pageAddress(network: (typeof socialNetworks)[number], text: string): string | null {
  const name = /^@([\w.-]{1,50})$/.exec(text)?.[1];
  const pages = pagesOfNames[network];
  return name !== undefined && pages !== undefined ? pages + name : webAddress(text);
}

const WrittenSocialLinks = z.pipe(
  z.partialRecord(z.enum(socialNetworks), optional(300)),
  z.transform((links, context): SocialLinks => {
    const kept: SocialLinks = {};
    for (const network of socialNetworks) {
      const text = links[network];
      if (text === undefined || text === '') continue;
      const address = pageAddress(network, text);
      if (address !== null && domains[network].test(new URL(address).hostname)) kept[network] = address;
      else {
        const message = `Please enter the address of your page on ${networkNames[network]}`;
        context.issues.push({ code: 'custom', message, path: [network], input: text });
      }
    }
    return kept;
  }),
);

/** Optional lines without rules of their own; '' clears one. */
export const PlainTexts = z.object(recordOf(plainTexts, (name) => z.optional(optional(maxOf(name)))));

function degrees(name: keyof typeof coordinates) {
  const message = `Please enter degrees, such as ${coordinates[name].example}`;
  return z.pipe(
    z.union([z.number(), z.string(), z.null()], message),
    z.transform((given, context): number | null => {
      const value = readDegrees(given, name);
      if (!Number.isNaN(value)) return value;
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );
}

/** The optional details of a listing. A detail that a body leaves out stays as it is. */
export const BusinessExtras = z.object({
  /** Both or neither; null and '' take the pin off the map. */
  latitude: z.optional(degrees('latitude')),
  longitude: z.optional(degrees('longitude')),
  /** null: nobody says. */
  hours: z.optional(z.nullable(Hours)),
  closures: z.optional(WrittenClosures),
  socialLinks: z.optional(WrittenSocialLinks),
  /** Keys of the town's list. The server checks them, because only the server has the list. */
  properties: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(maxProperties))),
  ...PlainTexts.shape,
});
export type BusinessExtras = z.infer<typeof BusinessExtras>;

/** All that a body may hold. Every field of the list is in it. */
export const ListingForm = z.object({
  ...BusinessForm.shape,
  ...BusinessExtras.shape,
} satisfies Record<SpelledField, z.ZodMiniType>);
export type ListingForm = z.infer<typeof ListingForm>;

/** An edit may leave out a required text that the listing lacks: its opening hours can be saved without a description. */
export const ListingEdit = z.extend(ListingForm, {
  description: z.optional(BusinessForm.shape.description),
  address: z.optional(BusinessForm.shape.address),
});
export type ListingEdit = z.infer<typeof ListingEdit>;
