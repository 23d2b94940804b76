import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { addSynonym, type MissedSearch } from '../staff-contract.ts';
import { SynonymForm } from './synonym-form.tsx';

export function MissedSearchRow({ search: { term, count, lastDay, means } }: { search: MissedSearch }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffRow>
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{term}</p>
        <p className="numbers text-14 text-ink-soft">
          {count === 1 ? 'Once' : `${formatNumber(count)} times`} · last on{' '}
          <time dateTime={lastDay}>{formatDate(startOfDay(lastDay, timeZone), timeZone)}</time>
        </p>
      </div>
      {means !== null ? <p className="text-ink-soft">Means “{means}” now</p> : null}
      {means === null && !isAdding ? (
        <SmallButton onClick={() => setAdding(true)}>
          Add synonym<span className="sr-only"> for {term}</span>
        </SmallButton>
      ) : null}
      {isAdding && means === null ? (
        <div className="min-w-0 lg:basis-2/3">
          <SynonymForm
            thing={`synonym-of:${term}`}
            values={{ term, means: '' }}
            isTermFixed
            action="Add"
            done={`“${term}” is known now.`}
            onSave={(body) => callApi(client, addSynonym, { body })}
            onClose={() => setAdding(false)}
          />
        </div>
      ) : null}
    </StaffRow>
  );
}
