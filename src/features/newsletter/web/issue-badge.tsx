import { Badge, type Tint } from '#web/ui/badge.tsx';
import type { IssueSummary } from '../staff-contract.ts';

const looks: Record<IssueSummary['status'], readonly [tint: Tint, label: string]> = {
  draft: ['gray', 'Draft'],
  scheduled: ['blue', 'Scheduled'],
  sending: ['indigo', 'Sending'],
  paused: ['orange', 'Paused'],
  sent: ['green', 'Sent'],
};

export function IssueBadge({ status }: { status: IssueSummary['status'] }) {
  const [tint, label] = looks[status];
  return <Badge tint={tint}>{label}</Badge>;
}
