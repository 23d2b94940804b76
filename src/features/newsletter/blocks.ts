/**
 * The content of an issue: a list of blocks, each of one kind. Stored as JSON, edited in a form, rendered as
 * a mail.
 */

import * as z from 'zod/mini';
import { newsletterTopics } from '#shared/newsletter-topics.ts';

export const maxBlocks = 40;
export const maxItems = 12;

/** Identifies a block while blocks are moved; the editor makes it. */
const key = z.string().check(z.minLength(1), z.maxLength(40));
const line = (maxLength: number, what: string) =>
  z.string().check(z.trim(), z.maxLength(maxLength, `${what} must be at most ${maxLength} characters`));
const ids = z.array(z.guid()).check(z.maxLength(maxItems, `At most ${maxItems} in one block`));

/** A web address, a mailbox, or a path of this site. */
const linkPattern = /^(https?:\/\/[^\s/]+\S*|mailto:[^\s@]+@[^\s@]+|\/(?!\/)\S*)$/;
const link = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500, 'This link is too long'),
    z.regex(linkPattern, 'Begin the link with https://, or with / for a page of this site'),
  );

const HeadingBlock = z.object({ type: z.literal('heading'), key, text: line(150, 'A heading') });
const TextBlock = z.object({ type: z.literal('text'), key, html: z.string().check(z.maxLength(20_000)) });
const PictureBlock = z.object({
  type: z.literal('picture'),
  key,
  /** '' until a picture is chosen. */
  src: z.string().check(z.regex(/^(\/media\/[\w-]+(?:[/.][\w-]+)*)?$/)),
  alt: line(300, 'A description'),
});
const BusinessesBlock = z.object({ type: z.literal('businesses'), key, ids });
const EventsBlock = z.object({
  type: z.literal('events'),
  key,
  /** An event and one of its times. For a series, the block shows only that time. */
  times: z
    .array(z.object({ eventId: z.guid(), startsAt: z.iso.datetime() }))
    .check(z.maxLength(maxItems, `At most ${maxItems} in one block`)),
});
const ArticlesBlock = z.object({ type: z.literal('articles'), key, ids });
const ButtonBlock = z.object({
  type: z.literal('button'),
  key,
  label: z.string().check(z.trim(), z.minLength(1, 'Say what the button does'), z.maxLength(60)),
  url: link,
});
const DividerBlock = z.object({ type: z.literal('divider'), key });

export const Block = z.discriminatedUnion('type', [
  HeadingBlock,
  TextBlock,
  PictureBlock,
  BusinessesBlock,
  EventsBlock,
  ArticlesBlock,
  ButtonBlock,
  DividerBlock,
]);
export type Block = z.infer<typeof Block>;
export type BlockType = Block['type'];

export const Blocks = z
  .array(Block)
  .check(z.maxLength(maxBlocks, `An issue has at most ${maxBlocks} blocks. Please take one away.`));

export const Topic = z.enum(newsletterTopics);
export type Topic = z.infer<typeof Topic>;

export const topicNames: Record<Topic, string> = {
  'business-news': 'Business news',
  'community-events': 'Community events',
};
