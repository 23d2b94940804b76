/** The fields that staff write of an article, and the comparison of two versions. */

import * as z from 'zod/mini';
import { articleCategories } from '#shared/city.ts';
import { mediaPath } from '#shared/media-path.ts';
import { maxAltLength } from '#shared/staff-pictures.ts';

const maxContentLength = 200_000;

const text = (maxLength: number, tooLong: string) => z.string().check(z.trim(), z.maxLength(maxLength, tooLong));
const percent = z.number().check(z.int(), z.minimum(0), z.maximum(100));

export const ArticleFields = z.object({
  title: text(200, 'Please keep the title under 200 characters'),
  excerpt: text(500, 'Please keep the excerpt under 500 characters'),
  /** HTML; the server cleans it before storing it. */
  content: z.string().check(z.maxLength(maxContentLength, 'This text is too long for one article')),
  /** The address of one of our pictures, as POST /api/staff/pictures returns it. */
  imageUrl: z.nullable(z.string().check(z.regex(mediaPath, 'Please choose the picture again'))),
  imageAlt: text(maxAltLength, 'Please keep the description under 200 characters'),
  imageCaption: text(300, 'Please keep the caption under 300 characters'),
  /**
   * The part that stays visible when the picture is cropped, in percent from the left and the top; null means
   * the middle.
   */
  focus: z.nullable(z.tuple([percent, percent])),
  author: text(80, 'Please keep the name under 80 characters'),
  category: z.enum(articleCategories),
});
export type ArticleFields = z.infer<typeof ArticleFields>;

const fieldNames = Object.keys(ArticleFields.shape) as (keyof ArticleFields)[];

export const fieldLabels: Record<keyof ArticleFields, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Text',
  imageUrl: 'Picture',
  imageAlt: 'Description of the picture',
  imageCaption: 'Caption',
  focus: 'Focus of the picture',
  author: 'Author',
  category: 'Category',
};

/** Names of the fields in which two versions differ. */
export function changedFields(a: ArticleFields, b: ArticleFields): (keyof ArticleFields)[] {
  return fieldNames.filter((name) => String(a[name] ?? '') !== String(b[name] ?? ''));
}

export const isSameArticle = (a: ArticleFields, b: ArticleFields) => changedFields(a, b).length === 0;
