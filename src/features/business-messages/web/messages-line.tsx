import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { messageCountsQuery } from './message-queries.ts';

/** On the dashboard: the way to the messages, and how many are new. */
export function MessagesLine() {
  const { data } = useQuery({ ...messageCountsQuery, refetchOnMount: 'always' });
  return (
    <p className="flex flex-wrap items-center gap-4">
      <ButtonLink to="/dashboard/messages" look="secondary">
        <Mail aria-hidden="true" size={18} />
        Messages from visitors
      </ButtonLink>
      {data && data.new > 0 ? <Badge tint="green">{data.new} new</Badge> : null}
    </p>
  );
}
