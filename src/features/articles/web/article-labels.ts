import type { Tint } from '#web/ui/badge.tsx';
import type { ArticleSummary } from '../contract.ts';

export const articleCategoryLabels: Record<ArticleSummary['category'], { label: string; tint: Tint }> = {
  news: { label: 'News', tint: 'blue' },
  community: { label: 'Community', tint: 'green' },
  business: { label: 'Business', tint: 'indigo' },
  events: { label: 'Events', tint: 'purple' },
};
