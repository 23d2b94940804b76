import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { Problem } from '#shared/problem.ts';
import type { Article } from '../contract.ts';
import { readPreviewToken } from './preview-token.ts';
import { findWorkingCopy } from './working-copy.ts';

export const previewDays = 7;

/**
 * The editor's newest version as readers would see it. @throws Problem 'not_found' that says why the link
 * does not work
 */
export async function readPreview(
  db: Database,
  token: string,
  now: Date,
): Promise<{ article: Article; expiresAt: string }> {
  const known = await readPreviewToken(db, token);
  if (known === null) throw new Problem('not_found', 'This preview link is not complete. Please ask for a new one.');
  if (known.expiresAt <= now) {
    throw new Problem('not_found', 'This preview link has expired. Please ask for a new one.');
  }
  const copy = await findWorkingCopy(db, known.articleId);
  if (copy === null) throw new Problem('not_found', 'This article was deleted.');
  const { row, fields, savedAt } = copy;
  return {
    article: {
      id: row.id,
      slug: row.slug,
      ...fields,
      title: fields.title || 'Untitled',
      content: cleanHtml(fields.content),
      imageAlt: fields.imageAlt || null,
      imageCaption: fields.imageCaption || null,
      author: fields.author || null,
      published: row.published,
      createdAt: (row.publishAt ?? now).toISOString(),
      updatedAt: savedAt.toISOString(),
    },
    expiresAt: known.expiresAt.toISOString(),
  };
}
