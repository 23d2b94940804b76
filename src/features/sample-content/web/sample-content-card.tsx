import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Card } from '#web/ui/layout.tsx';
import { countsInWords, getSampleContent, type KeptRow, reasonTexts, removeSampleContent } from '../staff-contract.ts';

/** Shown only while made-up content is on the site. */
export function SampleContentCard() {
  const { data } = useQuery(endpointQuery(getSampleContent, {}));
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  if (data === undefined) return null;
  const goes = countsInWords(data.removes);
  if (goes === '') return null;
  const stays = data.keepsInAll === 0 ? '' : ` ${data.keepsInAll} that people have touched will stay.`;
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <div>
        <h2 className="text-26">Made-up content</h2>
        <p className="mt-1 max-w-[66ch] text-16 text-ink-soft">
          The site was filled with examples when it was new: {goes}. Take them out before real visitors come.
        </p>
      </div>
      {data.keeps.length > 0 ? <KeptRows rows={data.keeps} total={data.keepsInAll} /> : null}
      <div>
        <AskFirst
          label="Remove made-up content"
          consequence={`${goes} will be gone for good.${stays}`}
          action="Remove"
          isPending={isPending}
          onSure={() => void run(() => callApi(client, removeSampleContent, {}), 'The made-up content is gone')}
        />
      </div>
    </Card>
  );
}

function KeptRows({ rows, total }: { rows: readonly KeptRow[]; total: number }) {
  return (
    <details>
      <summary className="cursor-pointer text-16">
        {total === 1 ? '1 example stays' : `${total} examples stay`}, because people have touched{' '}
        {total === 1 ? 'it' : 'them'}
      </summary>
      <ul className="mt-2 list-disc ps-6 text-16 text-ink-soft">
        {rows.map(({ kind, name, reason }) => (
          <li key={`${kind} ${name}`}>
            {name}: {reasonTexts[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}
