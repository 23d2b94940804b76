import type { Tint } from '#web/ui/badge.tsx';
import { categoryNames } from '../category-names.ts';
import type { EventOccurrence, EventTimes } from '../contract.ts';

export const eventCategoryLabels: Record<EventOccurrence['category'], { label: string; tint: Tint }> = {
  government: { label: categoryNames.government, tint: 'blue' },
  community: { label: categoryNames.community, tint: 'green' },
  business: { label: categoryNames.business, tint: 'indigo' },
  cultural: { label: categoryNames.cultural, tint: 'purple' },
};

export const eventTimeLabels: Record<EventTimes, string> = {
  today: 'Today',
  weekend: 'This weekend',
  week: 'Next 7 days',
};
