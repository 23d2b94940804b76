/** What staff write of an article, and when two versions of it say the same. */
import * as z from 'zod/mini';
import { articleCategories } from '#shared/city.ts';
import { maxAltLength } from '#shared/staff-pictures.ts';

export const maxContentLength = 200_000;

const text = (most: number, tooLong: string) => z.string().check(z.trim(), z.maxLength(most, tooLong));
const percent = z.number().check(z.int(), z.minimum(0), z.maximum(100));

export const ArticleFields = z.object({
  title: text(200, 'Please keep the title under 200 characters'),
  excerpt: text(500, 'Please keep the excerpt under 500 characters'),
  /** HTML; the server cleans it when it stores it. */
  content: z.string().check(z.maxLength(maxContentLength, 'This text is too long for one article')),
  /** A picture of ours, as POST /api/staff/pictures answers it. */
  imageUrl: z.nullable(
    z.string().check(z.regex(/^\/media\/[\w-]+(?:[/.@][\w-]+)*$/, 'Please choose the picture again')),
  ),
  imageAlt: text(maxAltLength, 'Please keep the description under 200 characters'),
  imageCaption: text(300, 'Please keep the caption under 300 characters'),
  /** Percent from left and top of what stays visible where the picture is cropped; null: its middle. */
  focus: z.nullable(z.tuple([percent, percent])),
  author: text(80, 'Please keep the name under 80 characters'),
  category: z.enum(articleCategories),
});
export type ArticleFields = z.infer<typeof ArticleFields>;

export const fieldNames = Object.keys(ArticleFields.shape) as (keyof ArticleFields)[];

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
