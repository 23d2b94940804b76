import { requireUser } from '#features/accounts/server/current-user.ts';
import { cleanHtml } from '#server/clean-html.ts';
import { nextLink, readCursor } from '#server/http/keyset-cursor.ts';
import { type ApiRequest, serve } from '#server/http/serve.ts';
import { daySeconds } from '#shared/times.ts';
import * as contract from '../staff-contract.ts';
import { changeSlug } from './change-slug.ts';
import { deleteArticle } from './delete-article.ts';
import { listAllArticles } from './list-all-articles.ts';
import { writePreviewToken } from './preview-token.ts';
import { publishArticle, unpublishArticle } from './publish-article.ts';
import { previewDays } from './read-preview.ts';
import { listRevisions, readRevision, restoreRevision } from './revisions.ts';
import { saveArticle } from './save-article.ts';
import { readWorkingCopy, toStatus, type WorkingCopy } from './working-copy.ts';

const size = 50;

const actor = ({ user, now }: ApiRequest) => ({ actorId: requireUser(user).id, now: now() });

function toStaffArticle(copy: WorkingCopy, now: Date): contract.StaffArticle {
  return { ...toStatus(copy, now), fields: { ...copy.fields, content: cleanHtml(copy.fields.content) } };
}

export const staffArticlesApi = [
  serve(contract.listAllArticles, async ({ query: { search, state, cursor } }, { db, now, setHeader }) => {
    const list = { search, state, cursor: readCursor(cursor), limit: size, now: now() };
    const { rows, next } = await listAllArticles(db, list);
    if (next !== null) setHeader('Link', nextLink(contract.listAllArticles.path, { search, state, cursor: next }));
    return rows;
  }),
  serve(contract.getStaffArticle, async ({ params }, { db, now }) =>
    toStaffArticle(await readWorkingCopy(db, params.id), now()),
  ),
  serve(contract.saveArticle, async ({ params, body }, request) =>
    toStatus(await saveArticle(request.db, { ...params, ...body, ...actor(request) }), request.now()),
  ),
  serve(contract.publishArticle, async ({ params, body: { version, publishAt } }, request) => {
    const at = publishAt === null ? null : new Date(publishAt);
    const copy = await publishArticle(request.db, { ...params, version, publishAt: at, ...actor(request) });
    return toStatus(copy, request.now());
  }),
  serve(contract.unpublishArticle, async ({ params, body }, request) =>
    toStatus(await unpublishArticle(request.db, { ...params, ...body, ...actor(request) }), request.now()),
  ),
  serve(contract.changeArticleSlug, async ({ params, body }, request) =>
    toStatus(await changeSlug(request.db, { ...params, ...body, ...actor(request) }), request.now()),
  ),
  serve(contract.deleteArticle, async ({ params }, request) => {
    await deleteArticle(request.db, { ...params, ...actor(request) });
    return { deleted: true as const };
  }),
  serve(contract.listRevisions, ({ params }, { db }) => listRevisions(db, params.id)),
  serve(contract.getRevision, ({ params }, { db }) => readRevision(db, params)),
  serve(contract.restoreRevision, async ({ params, body }, request) => {
    const copy = await restoreRevision(request.db, { ...params, seen: body.version, ...actor(request) });
    return toStaffArticle(copy, request.now());
  }),
  serve(contract.getPreviewLink, async ({ params }, { db, now }) => {
    await readWorkingCopy(db, params.id);
    const expiresAt = new Date(Math.floor(now().getTime() / 1000 + previewDays * daySeconds) * 1000);
    const token = await writePreviewToken(db, params.id, expiresAt);
    return { path: `/preview?token=${token}`, expiresAt: expiresAt.toISOString() };
  }),
];
