import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { countsInWords, getSampleContent } from '../staff-contract.ts';

/** A warning on a public site: visitors take made-up content for real. */
export function SampleContentNotice() {
  const { data } = useQuery(endpointQuery(getSampleContent, {}));
  if (!data?.isPublic) return null;
  const goes = countsInWords(data.removes);
  if (goes === '') return null;
  return (
    <p className="mb-4 rounded-control border border-line-strong p-4 text-16">
      Made-up content is on this site, where visitors take it for real: {goes}.{' '}
      <SiteLink to="/staff/settings" className="underline">
        Remove it in the settings
      </SiteLink>
    </p>
  );
}
