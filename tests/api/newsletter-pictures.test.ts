/** The list of past newsletters shows the first picture of each issue. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startIssue } from '#features/newsletter/server/issues/start-issue.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anIssue } from '#tests/factories/an-issue.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const picture = (src: string) => ({ type: 'picture', key: 'p', src, alt: 'A drum' }) as const;

it('is that of a block or of an article, as it was when the issue went out', async () => {
  const { visitor } = await aStaffOffice(database);
  const article = await anArticle(database.db, {
    imageUrl: '/media/u/fig.1600x900.webp',
    imageAlt: 'A fig',
    publishAt: new Date(0),
  });
  const articles = { type: 'articles', key: 'a', ids: [article.id] } as const;
  const issues = [
    { subject: 'Block', blocks: [articles, picture('/media/u/drum.800x600.webp')] },
    { subject: 'Article', blocks: [articles] },
    { subject: 'None', blocks: [] },
  ];
  for (const [at, given] of issues.entries()) {
    const { id } = await anIssue(database.db, { ...given, status: 'scheduled', scheduledAt: new Date() });
    await startIssue(testServices(database, { now: () => new Date(Date.UTC(2026, 10, 20 + at)) }), id);
  }
  await database.db.update(newsletterIssues).set({ blocks: [] });
  expect(await answerOf(await visitor.get('/api/newsletter/archive'))).toMatchObject([
    { subject: 'None', picture: null },
    { subject: 'Article', picture: '/media/u/fig.1600x900.webp' },
    { subject: 'Block', picture: '/media/u/fig.1600x900.webp' },
  ]);
});

it('the migration finds the blocks of issues that went out before', async () => {
  const [, , last] = [
    await anIssue(database.db, { blocks: [picture('/media/u/draft.40x20.webp')] }),
    await anIssue(database.db, { slug: 'none' }),
    await anIssue(database.db, { slug: 'old', blocks: [picture(''), picture('/media/u/a.40x20.webp')] }),
  ];
  const folder = new URL('../../src/server/db/migrations/', import.meta.url);
  const file = (await readdir(folder)).find((name) => name.endsWith('_issues-pictures.sql')) ?? '';
  const [, fill = ''] = (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint');
  await database.pool.query(fill);
  const rows = await database.db.select().from(newsletterIssues);
  expect(rows.filter((row) => row.picture !== null).map(({ id, picture: src }) => [id, src])).toEqual([
    [last?.id, '/media/u/a.40x20.webp'],
  ]);
});
