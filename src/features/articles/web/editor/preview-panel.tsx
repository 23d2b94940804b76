import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { formatDate } from '#shared/dates.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { getPreviewLink } from '../../staff-contract.ts';

/** Makes a link that shows the editor's newest version to everybody who has the link. */
export function PreviewPanel({ id, isSaved }: { id: string; isSaved: boolean }) {
  const { siteUrl, timeZone } = useCity();
  const { data } = useQuery(endpointQuery(getPreviewLink, { params: { id } }));
  if (data === undefined) return null;
  const address = siteUrl + data.path;
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => showToast({ title: 'Link copied' }))
      .catch(() => showToast({ title: 'Error', text: 'Please copy the link by hand.', destructive: true }));
  return (
    <div className="grid gap-2 text-16">
      <div className="flex flex-wrap gap-2">
        <a href={data.path} target="_blank" rel="noopener" className={buttonClass('secondary')}>
          Preview
        </a>
        <SmallButton look="quiet" onClick={() => void copy()}>
          Copy preview link
        </SmallButton>
      </div>
      <p className="text-14 text-ink-soft">
        {isSaved ? '' : 'What you typed last is on its way. '}Whoever has the link sees the article until{' '}
        {formatDate(data.expiresAt, timeZone)}, published or not.
      </p>
    </div>
  );
}
