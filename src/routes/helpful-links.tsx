import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Building2, Bus, GraduationCap, HeartPulse, Moon, Phone, Siren, Wrench } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import type { HelpfulLinks } from '#features/city-guide/contract.ts';
import { linkAnchor } from '#features/city-guide/link-anchor.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { helpfulLinksQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { telephoneLink } from '#web/telephone-link.ts';
import { InTurn } from '#web/ui/in-turn.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useHydrated } from '#web/use-hydrated.ts';

export const queries = () => [helpfulLinksQuery];

/** Loaded last: it changes nothing on the page. Without it (the connection dropped) nothing is saved. */
const SavedCopy = lazy(() => import('#features/city-guide/web/saved-copy.tsx').catch(() => ({ default: () => <></> })));

type Group = HelpfulLinks['groups'][number];

const groupIcons: Record<Group['icon'], ComponentType<{ size: number; className: string; 'aria-hidden': true }>> = {
  city: Building2,
  emergency: Siren,
  utilities: Wrench,
  transportation: Bus,
  education: GraduationCap,
  healthcare: HeartPulse,
};

function LinkGroup({ group }: { group: Group }) {
  const Icon = groupIcons[group.icon];
  return (
    <section className="rounded-card border border-line bg-card p-6 shadow-card">
      <h2 className="flex items-center gap-3 text-26">
        <Icon aria-hidden={true} size={26} className="shrink-0 text-accent" />
        {group.title}
      </h2>
      <ul className="mt-4 grid gap-4">
        {group.links.map((link) => (
          <li key={link.title} id={linkAnchor(link, group)} className="scroll-mt-24">
            <a
              href={link.url}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center font-semibold sm:min-h-0"
            >
              {link.title}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            <p className="text-16 text-ink-soft">{link.text}</p>
            {link.phone ? (
              <a
                href={telephoneLink(link.phone)}
                className="numbers inline-flex min-h-11 items-center text-16 sm:min-h-8"
              >
                {link.phone}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PhoneList({ numbers, isUrgent = false }: { numbers: HelpfulLinks['emergencyNumbers']; isUrgent?: boolean }) {
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {numbers.map(({ label, number, note }) => (
        <li key={label}>
          <p className="text-16 font-semibold">{label}</p>
          <a
            href={telephoneLink(number)}
            className={clsx(
              'numbers inline-flex min-h-11 items-center gap-2 font-display text-26 font-semibold whitespace-nowrap',
              isUrgent && 'text-danger',
            )}
          >
            <Phone aria-hidden={true} size={20} className="shrink-0" />
            {number}
          </a>
          {note ? <p className="text-16">{note}</p> : null}
        </li>
      ))}
    </ul>
  );
}

function EmergencyPanel({ links }: { links: HelpfulLinks }) {
  return (
    <section aria-labelledby="emergency" className="rounded-card border-2 border-danger bg-danger-ground p-6">
      <h2 id="emergency" className="scroll-mt-24 text-26 text-danger">
        Emergency Numbers
      </h2>
      <PhoneList numbers={links.emergencyNumbers} isUrgent />
    </section>
  );
}

function AfterHoursPanel({ afterHours }: { afterHours: NonNullable<HelpfulLinks['afterHours']> }) {
  return (
    <section aria-labelledby="after-hours" className="rounded-card border border-line bg-card p-6 shadow-card">
      <h2 id="after-hours" className="flex scroll-mt-24 items-center gap-3 text-26">
        <Moon aria-hidden={true} size={26} className="shrink-0 text-accent" />
        At night and on weekends
      </h2>
      <p className="mt-2 max-w-[66ch]">{afterHours.intro}</p>
      <PhoneList numbers={afterHours.numbers} />
    </section>
  );
}

function HelpBlock({ cityHall, city }: { cityHall: HelpfulLinks['cityHall']; city: string }) {
  return (
    <section aria-labelledby="help" className="rounded-card border border-line bg-ground-deep p-6 sm:p-8">
      <h2 id="help" className="scroll-mt-24 text-26">
        Need more help?
      </h2>
      <p className="mt-2 max-w-[66ch]">
        City hall of {city} answers questions about permits, the court, taxes and public meetings.
      </p>
      <dl className="numbers mt-4 grid gap-4 text-16 sm:grid-cols-3">
        <div>
          <dt className="font-semibold">Hours</dt>
          <dd>{cityHall.hours}</dd>
        </div>
        <div>
          <dt className="font-semibold">Phone</dt>
          <dd>
            <a href={telephoneLink(cityHall.phone)} className="inline-flex min-h-11 items-center sm:min-h-0">
              {cityHall.phone}
            </a>
          </dd>
        </div>
        <div>
          <dt className="font-semibold">Address</dt>
          <dd>{cityHall.address}</dd>
        </div>
      </dl>
      {cityHall.note ? <p className="mt-4 text-16 text-ink-soft">{cityHall.note}</p> : null}
    </section>
  );
}

export function Page() {
  const city = useCity();
  const { data: links, isError, refetch } = useQuery(helpfulLinksQuery);
  const hydrated = useHydrated();
  return (
    <>
      <PageHead
        title="Helpful Links"
        description={`City services, emergency numbers, utilities, transportation, schools and healthcare around ${city.name}, ${city.region}.`}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Helpful Links', path: '/helpful-links' }]} />
      <PageHero title="Helpful Links" text={links?.intro ?? ''} picture={city.pagePictures['helpful-links']} />
      <Container className="grid gap-8 py-10 lg:py-16">
        {isError ? <LoadFailed message="We could not load the links." onRetry={() => void refetch()} /> : null}
        {links === undefined && !isError ? <Skeleton className="h-96" /> : null}
        {links ? (
          <>
            <EmergencyPanel links={links} />
            {links.afterHours ? (
              <InTurn>
                <AfterHoursPanel afterHours={links.afterHours} />
              </InTurn>
            ) : null}
            <div className="grid gap-5 md:grid-cols-2">
              {links.groups.map((group) => (
                <InTurn key={group.title}>
                  <LinkGroup group={group} />
                </InTurn>
              ))}
            </div>
            <HelpBlock cityHall={links.cityHall} city={city.name} />
            {hydrated ? (
              <Suspense>
                <SavedCopy />
              </Suspense>
            ) : null}
          </>
        ) : null}
      </Container>
    </>
  );
}
