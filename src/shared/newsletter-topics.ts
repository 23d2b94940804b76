/** The topics that a reader may choose and an issue may have. */
export const newsletterTopics = ['business-news', 'community-events'] as const;
