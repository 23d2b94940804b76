/** Texts that staff write again and again: reasons for rejecting, and answers to messages. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

const kinds = ['listing', 'claim', 'suggestion', 'correction', 'message'] as const;
/** Rejected lines of the queue, and 'message' for answers to the contact form. */
export type SavedTextKind = (typeof kinds)[number];

/** The longest text of each kind, in characters: that of the field it goes into. */
export const savedTextLengths: Readonly<Record<SavedTextKind, number>> = {
  listing: 1000,
  claim: 1000,
  suggestion: 1000,
  correction: 1000,
  message: 5000,
};

export const maxSavedTexts = 30;

const SavedText = z.object({ id: z.string(), text: z.string() });
export type SavedText = z.infer<typeof SavedText>;

const about = z.enum(kinds);

export const listTexts = endpoint({
  method: 'GET',
  path: '/api/staff/saved-texts/{about}',
  who: 'staff',
  rights: ['moderator'],
  summary:
    'Saved reasons for rejecting a listing, a claim, an event or a suggested change, or saved answers to messages, oldest first',
  params: z.object({ about }),
  answer: z.array(SavedText),
  problems: [],
});

export const saveText = endpoint({
  method: 'POST',
  path: '/api/staff/saved-texts/{about}',
  who: 'staff',
  rights: ['moderator'],
  summary: `Saves a text for all staff; the same words are saved once. At most ${maxSavedTexts} of each kind`,
  params: z.object({ about }),
  body: z.object({
    text: z
      .string('Please write a text')
      .check(
        z.trim(),
        z.minLength(5, 'Please write a text'),
        z.maxLength(5000, 'Please keep it under 5,000 characters'),
      ),
  }),
  answer: SavedText,
  problems: ['invalid', 'conflict'],
});

export const removeText = endpoint({
  method: 'DELETE',
  path: '/api/staff/saved-texts/{about}/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Removes a saved text; what was written with it keeps its words',
  params: z.object({ about, id: z.guid() }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
