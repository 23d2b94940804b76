import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Card } from '#web/ui/layout.tsx';
import {
  countsInWords,
  getSampleContent,
  type KeptRow,
  reasonTexts,
  removeSampleContent,
  type SampleKind,
  sampleKinds,
} from '../staff-contract.ts';

/** Shown only while made-up content is on the site, also what people have touched of it. */
export function SampleContentCard() {
  const { data } = useQuery(endpointQuery(getSampleContent, {}));
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  if (data === undefined) return null;
  const { keeps, keepsInAll } = data;
  const goes = countsInWords(data.removes);
  if (goes === '' && keepsInAll === 0) return null;
  const stays = keepsInAll === 0 ? '' : ` ${keepsInAll} that people have touched will stay, and are named here.`;
  const done =
    keepsInAll === 0
      ? 'The made-up content is gone'
      : 'The made-up content is gone, except for what people have touched';
  return (
    <Card className="grid gap-4 p-5 sm:p-8">
      <div>
        <h2 className="text-26">Made-up content</h2>
        <p className="mt-1 max-w-[66ch] text-16 text-ink-soft">
          {goes === ''
            ? 'The examples that nobody has touched are gone. What people have touched is left: keep what you have made your own, and delete the rest.'
            : `The site was filled with examples when it was new: ${goes}. Take them out before real visitors come.`}
        </p>
      </div>
      {keepsInAll > 0 ? <KeptRows key={goes} rows={keeps} total={keepsInAll} isOpen={goes === ''} /> : null}
      {goes === '' ? null : (
        <div>
          <AskFirst
            label="Remove made-up content"
            consequence={`${goes} will be gone for good.${stays}`}
            action="Remove"
            isPending={isPending}
            onSure={() => void run(() => callApi(client, removeSampleContent, {}), done)}
          />
        </div>
      )}
    </Card>
  );
}

const pages: Record<SampleKind, string> = {
  business: 'businesses',
  event: 'events',
  article: 'articles',
  ad: 'ads',
  person: 'people',
};

/** The way in which a kept row goes. */
const ways: Record<SampleKind, string> = {
  business: 'A business: hide or reject it, give it to nobody if it has an owner, then Delete for good on its page.',
  event: 'An event: Delete on its page.',
  article: 'An article: Delete on its page.',
  ad: 'An ad: Remove on its page.',
  person:
    'A sample owner: Remove made-up content takes the account once no business is theirs. One that somebody has opened or changed can only be banned.',
};

interface KeptRowsProps {
  rows: readonly KeptRow[];
  total: number;
  isOpen: boolean;
}

function KeptRows({ rows, total, isOpen }: KeptRowsProps) {
  const kinds = sampleKinds.filter((kind) => rows.some((row) => row.kind === kind));
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer py-2 text-16 underline">
        {total === 1 ? '1 example stays' : `${total} examples stay`}, because people have touched{' '}
        {total === 1 ? 'it' : 'them'}
      </summary>
      <ul className="mt-2 list-disc ps-6 text-16 text-ink-soft">
        {rows.map(({ kind, id, name, reason }) => (
          <li key={id} className="break-words">
            <StaffLink to={`/staff/${pages[kind]}/${id}`}>{name}</StaffLink>: {reasonTexts[reason]}
          </li>
        ))}
      </ul>
      {total > rows.length ? <p className="mt-2 text-16 text-ink-soft">The first {rows.length} are named.</p> : null}
      <p className="mt-3 text-16">How they go:</p>
      <ul className="mt-1 list-disc ps-6 text-16 text-ink-soft">
        {kinds.map((kind) => (
          <li key={kind}>{ways[kind]}</li>
        ))}
      </ul>
    </details>
  );
}
