import type { FeedItem } from '#features/articles/server/news-feed.ts';
import { severityName } from '#features/notices/notice-bar.ts';
import { currentNotices } from '#features/notices/server/current-notices.ts';
import type { Services } from '#server/http/serve.ts';
import { escapeMarkup, withoutControls } from '#shared/escape-markup.ts';

/** The notices that are up now, as entries of the news feed. @returns `until` as currentNotices does */
export async function noticeItems(services: Services): Promise<{ items: FeedItem[]; until: Date | null }> {
  const { siteUrl } = services.env;
  const { notices, until } = await currentNotices(services);
  const items = notices.map(({ id, severity, text, url, startsAt }): FeedItem => {
    const startedAt = new Date(startsAt);
    return {
      id: `${siteUrl}/#notice-${id}`,
      // A path of the site, or the address of another one.
      url: url === null ? `${siteUrl}/#notice-${id}` : new URL(url, siteUrl).href,
      title: withoutControls(`${severityName(severity)}: ${text}`),
      summary: withoutControls(text),
      html: `<p>${escapeMarkup(text)}</p>`,
      picture: undefined,
      author: null,
      category: 'notice',
      publishedAt: startedAt,
      updatedAt: startedAt,
    };
  });
  return { items, until };
}
