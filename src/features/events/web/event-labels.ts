import type { Tint } from '#web/ui/badge.tsx';
import type { EventOccurrence } from '../contract.ts';

export const eventCategoryLabels: Record<EventOccurrence['category'], { label: string; tint: Tint }> = {
  government: { label: 'Government', tint: 'blue' },
  community: { label: 'Community', tint: 'green' },
  business: { label: 'Business', tint: 'indigo' },
  cultural: { label: 'Cultural', tint: 'purple' },
};
