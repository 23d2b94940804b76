import { Badge, type Tint } from '#web/ui/badge.tsx';
import type { ArticleState } from '../staff-contract.ts';

const looks: Record<ArticleState, { label: string; tint: Tint }> = {
  draft: { label: 'Draft', tint: 'gray' },
  scheduled: { label: 'Scheduled', tint: 'blue' },
  published: { label: 'Published', tint: 'green' },
};

export function ArticleStateBadge({ state }: { state: ArticleState }) {
  return <Badge tint={looks[state].tint}>{looks[state].label}</Badge>;
}
