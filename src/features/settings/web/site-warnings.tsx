import { useQuery } from '@tanstack/react-query';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { minuteMs } from '#shared/times.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Link } from '#web/router/link.tsx';
import { getSiteWarnings } from '../checks-contract.ts';

/** Stands above every page of the staff area while the disk is nearly full or backups fail; for administrators. */
export function SiteWarnings() {
  const may = useMay(['administrator']);
  const { data } = useQuery({ ...endpointQuery(getSiteWarnings, {}), enabled: may, refetchInterval: 5 * minuteMs });
  if (!data?.length) return null;
  return (
    <section
      aria-label="Warnings"
      className="mb-6 grid gap-2 rounded-card border border-danger bg-danger-ground p-4 text-16"
    >
      {data.map(({ name, text }) => (
        <p key={name} className="wrap-anywhere">
          <strong className="text-danger">{name}.</strong> {text}
        </p>
      ))}
      <p>
        <Link to="/staff/settings">Open the check-up</Link>
      </p>
    </section>
  );
}
