/** Endpoints for staff who work on articles. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { ArticleFields } from './article-fields.ts';
import { maxSlugLength, slugPattern } from './article-slug.ts';

const articleStates = ['draft', 'scheduled', 'published'] as const;
export type ArticleState = (typeof articleStates)[number];

const params = z.object({ id: z.guid() });
const version = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000));
const instant = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Please choose a date and a time'));
/** Two characters for each byte of the longest text in UTF-8, plus the other fields. */
const maxBodyBytes = 1_000_000;

/** The state of an article, without its texts. */
export const ArticleStatus = z.object({
  id: z.string(),
  slug: z.string(),
  /** The slug no longer follows the title. */
  slugFixed: z.boolean(),
  state: z.enum(articleStates),
  /** When it goes live or went live. A draft may remember when it was live. */
  publishAt: z.nullable(z.string()),
  firstLiveAt: z.nullable(z.string()),
  /** The version in the editor; the next save names it. */
  version: z.number(),
  /** The version that readers see, or will see at its time. */
  shownVersion: z.number(),
  savedAt: z.string(),
  /** A username; null when it is unknown or the account is deleted. */
  savedBy: z.nullable(z.string()),
});
export type ArticleStatus = z.infer<typeof ArticleStatus>;

export const StaffArticle = z.extend(ArticleStatus, { fields: ArticleFields });
export type StaffArticle = z.infer<typeof StaffArticle>;

export const StaffArticleRow = z.extend(ArticleStatus, {
  title: z.string(),
  category: ArticleFields.shape.category,
  author: z.string(),
});
export type StaffArticleRow = z.infer<typeof StaffArticleRow>;

export const listAllArticles = endpoint({
  method: 'GET',
  path: '/api/staff/articles',
  who: 'staff',
  rights: ['editor'],
  summary: 'Articles of every state, those saved last first, 50 at a time; the Link header leads on',
  query: z.object({
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    state: z.optional(z.enum(articleStates)),
    cursor: z.optional(z.string().check(z.maxLength(120))),
  }),
  answer: z.array(StaffArticleRow),
  problems: ['bad_request'],
});

export const getStaffArticle = endpoint({
  method: 'GET',
  path: '/api/staff/articles/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'An article as its editor left it, published or not',
  params,
  answer: StaffArticle,
  problems: ['not_found'],
});

export const saveArticle = endpoint({
  method: 'PUT',
  path: '/api/staff/articles/{id}',
  who: 'staff',
  rights: ['editor'],
  summary:
    'Saves what an editor holds; version 0 makes a new article under an id of the caller. Readers see it once published',
  params,
  body: z.object({
    fields: ArticleFields,
    version,
    /** Identifies the open editor: its own save whose answer was lost is not a conflict. */
    editor: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    /** 'autosaved' may be replaced by a newer autosave of the same ten minutes. */
    kind: z._default(z.enum(['autosaved', 'saved']), 'saved'),
  }),
  maxBodyBytes,
  answer: ArticleStatus,
  problems: ['not_found', 'conflict'],
});

export const publishArticle = endpoint({
  method: 'POST',
  path: '/api/staff/articles/{id}/publish',
  who: 'staff',
  rights: ['editor'],
  summary: 'Shows an article, or its newest changes, to readers: now, or from `publishAt` on',
  params,
  body: z.object({ version, publishAt: z._default(z.nullable(instant), null) }),
  answer: ArticleStatus,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const unpublishArticle = endpoint({
  method: 'POST',
  path: '/api/staff/articles/{id}/unpublish',
  who: 'staff',
  rights: ['editor'],
  summary: 'Makes a published or scheduled article a draft again',
  params,
  body: z.object({ version }),
  answer: ArticleStatus,
  problems: ['not_found', 'conflict'],
});

export const changeArticleSlug = endpoint({
  method: 'PUT',
  path: '/api/staff/articles/{id}/slug',
  who: 'staff',
  rights: ['editor'],
  summary: 'Changes the address; one that readers have seen redirects for good',
  params,
  body: z.object({
    slug: z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxSlugLength, `Please keep the address under ${maxSlugLength} characters`),
        z.regex(slugPattern, 'Small letters, digits and single hyphens only, like summer-parade'),
      ),
  }),
  answer: ArticleStatus,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/staff/articles/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Deletes a draft with all its versions; a published one is unpublished first',
  params,
  answer: z.object({ deleted: z.literal(true) }),
  problems: ['not_found', 'conflict'],
});

export const ArticleRevision = z.object({
  id: z.string(),
  version: z.number(),
  kind: z.enum(['autosaved', 'saved', 'published', 'restored']),
  title: z.string(),
  savedAt: z.string(),
  savedBy: z.nullable(z.string()),
});
export type ArticleRevision = z.infer<typeof ArticleRevision>;

export const listRevisions = endpoint({
  method: 'GET',
  path: '/api/staff/articles/{id}/revisions',
  who: 'staff',
  rights: ['editor'],
  summary: 'The saved versions of an article, newest first',
  params,
  answer: z.array(ArticleRevision),
  problems: ['not_found'],
});

const revisionParams = z.object({
  id: z.guid(),
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1e9)),
});

export const getRevision = endpoint({
  method: 'GET',
  path: '/api/staff/articles/{id}/revisions/{version}',
  who: 'staff',
  rights: ['editor'],
  summary: 'One saved version, whole',
  params: revisionParams,
  answer: z.extend(ArticleRevision, { fields: ArticleFields }),
  problems: ['not_found'],
});

export const restoreRevision = endpoint({
  method: 'POST',
  path: '/api/staff/articles/{id}/revisions/{version}/restore',
  who: 'staff',
  rights: ['editor'],
  summary: 'Makes a saved version the newest one; readers see it once published',
  params: revisionParams,
  body: z.object({ version }),
  answer: StaffArticle,
  problems: ['not_found', 'conflict'],
});

export const getPreviewLink = endpoint({
  method: 'GET',
  path: '/api/staff/articles/{id}/preview',
  who: 'staff',
  rights: ['editor'],
  summary: 'A link under which anybody sees the article as its editor left it, for seven days',
  params,
  answer: z.object({ path: z.string(), expiresAt: z.string() }),
  problems: ['not_found'],
});
