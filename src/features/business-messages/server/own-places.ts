import type { businesses } from '#server/db/schema/index.ts';
import { isSharedSite, siteDomain } from '#shared/site-domain.ts';

type Business = Pick<typeof businesses.$inferSelect, 'status' | 'website' | 'email'>;

/**
 * The places that an owner's answer may link to, as `breakLinks` takes them: the website and the mailbox of the listing, which stand
 * on its page. At a site of many people, such as a social network, only the listing's own page there.
 */
export function ownPlaces({ status, website, email }: Business): string[] {
  if (status !== 'approved') return [];
  return [...siteOf(website), ...(email ? [email] : [])];
}

function siteOf(website: string | null): string[] {
  const domain = siteDomain(website);
  if (website === null || domain === null) return [];
  if (!isSharedSite(domain)) return [domain];
  const { pathname, search } = new URL(website);
  const page = pathname.replace(/\/$/, '') + search;
  return page === '' ? [] : [domain + page];
}
