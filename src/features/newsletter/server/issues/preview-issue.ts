import { eq } from 'drizzle-orm';
import { newsletterIssues } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Blocks } from '../../blocks.ts';
import { fillBlocks } from '../letter/collect-items.ts';
import { forReader, layOutIssueHtml, layOutIssueText } from '../letter/lay-out-issue.ts';
import { withMailPictures } from '../letter/mail-pictures.ts';
import type { IssueRow } from './lock-issue.ts';

type Shown = Pick<IssueRow, 'subject' | 'preheader' | 'blocks' | 'slug' | 'mailHtml' | 'mailText'>;

interface Preview {
  html: string;
  text: string;
}

/**
 * Renders exactly the mail, except for the unsubscribe links: they belong to no reader, so that a forwarded
 * test mail unsubscribes nobody.
 */
export async function layOutPreview({ db, city, env, now }: Services, issue: Shown): Promise<Preview> {
  const page = (name: string) => `${env.siteUrl}/newsletter/${name}`;
  const links = { unsubscribeUrl: page('unsubscribe'), preferencesUrl: page('preferences') };
  if (issue.mailHtml !== null && issue.mailText !== null) {
    return { html: forReader(issue.mailHtml, links), text: forReader(issue.mailText, links) };
  }
  const filled = await fillBlocks(db, Blocks.parse(issue.blocks), { now: now(), timeZone: city.facts.timeZone });
  const letter = { ...issue, blocks: filled, archiveUrl: page('archive') };
  return {
    html: forReader(await withMailPictures(layOutIssueHtml(letter, { city, env }), env), links),
    text: forReader(layOutIssueText(letter, { city, env }), links),
  };
}

/** Null when the issue does not exist. */
export async function previewIssue(services: Services, id: string): Promise<Preview | null> {
  const [issue] = await services.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id));
  return issue ? layOutPreview(services, issue) : null;
}
