/**
 * The upload of pictures for articles, events, newsletters and ads. It stands in shared because the text
 * editor (src/web) calls it.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Picture } from './picture.ts';

export const maxAltLength = 200;

export const uploadStaffPicture = endpoint({
  method: 'POST',
  path: '/api/staff/pictures',
  who: 'staff',
  rights: ['editor'],
  limit: 'uploads',
  summary: 'Keeps a picture in three widths. The body is the picture: JPEG, PNG, WebP or AVIF, at most 10 MB',
  query: z.object({
    alt: z._default(
      z.string().check(z.trim(), z.maxLength(maxAltLength, 'Please keep the description under 200 characters')),
      '',
    ),
  }),
  upload: true,
  answer: Picture,
  status: 201,
  problems: ['bad_request', 'wrong_type', 'too_large', 'invalid', 'unavailable'],
});
