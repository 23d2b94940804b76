import { useQuery } from '@tanstack/react-query';
import type { History } from '#features/city-guide/contract.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { historyQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { PopulationChart } from '#features/city-guide/web/population-chart.tsx';
import { Container, Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const queries = () => [historyQuery];

function Timeline({ entries }: { entries: History['timeline'] }) {
  return (
    <ol className="mt-8 border-l-2 border-line">
      {entries.map(({ when, title, text }) => (
        <li
          key={when + title}
          className="relative pb-8 pl-6 last:pb-0 sm:grid sm:grid-cols-[10rem_1fr] sm:gap-6 sm:pl-8"
        >
          <span aria-hidden="true" className="absolute top-2 -left-[7px] size-3 rounded-full bg-tile" />
          <p className="numbers font-semibold text-accent">{when}</p>
          <div>
            <h3 className="text-21">{title}</h3>
            <p className="mt-1 max-w-[66ch]">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Chapter({ section }: { section: History['sections'][number] }) {
  return (
    <section className="mt-12">
      <h2 className="text-26 lg:text-34">{section.heading}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-4 max-w-[66ch]">
          {paragraph}
        </p>
      ))}
      {section.picture ? (
        <figure className="mt-6">
          <Picture
            {...section.picture.picture}
            sizes="(min-width: 50rem) 46rem, 100vw"
            className="h-auto w-full rounded-card object-cover"
          />
          <figcaption className="mt-2 text-14 text-ink-soft">{section.picture.caption}</figcaption>
        </figure>
      ) : null}
    </section>
  );
}

function HistoryText({ history }: { history: History }) {
  return (
    <>
      <Container className="py-10 lg:py-16">
        <div className="mx-auto max-w-[46rem]">
          <p className="text-18 lg:text-21">{history.intro}</p>
          {history.sections.map((section) => (
            <Chapter key={section.heading} section={section} />
          ))}
        </div>
      </Container>
      <div className="border-y border-line bg-ground-deep">
        <Section labelledBy="timeline">
          <h2 id="timeline" className="text-26 lg:text-34">
            Year by year
          </h2>
          <Timeline entries={history.timeline} />
        </Section>
      </div>
      <Section labelledBy="landmarks">
        <h2 id="landmarks" className="text-26 lg:text-34">
          Landmarks
        </h2>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {history.landmarks.map(({ name, address, text }) => (
            <li key={name} className="rounded-card border border-line bg-card p-5 shadow-card">
              <h3 className="text-21">{name}</h3>
              {address ? <p className="mt-0.5 text-14 text-ink-soft">{address}</p> : null}
              <p className="mt-2 text-16">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <div className="border-y border-line bg-ground-deep">
        <Section className="grid gap-10">
          <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
            <section className="min-w-0">
              <h2 className="text-26 lg:text-34">Who lives here</h2>
              <div className="mt-6">
                <PopulationChart population={history.population} />
              </div>
              {history.population.notes.map((note) => (
                <p key={note} className="mt-3 text-16">
                  {note}
                </p>
              ))}
            </section>
            <section>
              <h2 className="text-26 lg:text-34">{history.schools.heading}</h2>
              {history.schools.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-4">
                  {paragraph}
                </p>
              ))}
            </section>
          </div>
        </Section>
      </div>
      <Section labelledBy="sources">
        <h2 id="sources" className="text-21">
          Sources
        </h2>
        <ul className="mt-3 grid gap-1 text-14 text-ink-soft lg:columns-2 lg:block">
          {history.sources.map((source) => (
            <li key={source} className="lg:mb-1">
              {source}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

export function Page() {
  const city = useCity();
  const { data: history, isError, refetch } = useQuery(historyQuery);
  return (
    <>
      <PageHead
        title={`History of ${city.name}`}
        description={history?.intro ?? `How ${city.name}, ${city.region} came to be.`}
      />
      <BreadcrumbJsonLd trail={[{ name: 'History', path: '/history' }]} />
      <PageHero title={history?.title ?? `History of ${city.name}`} picture={city.pagePictures.history} />
      {isError ? (
        <Container className="py-16">
          <LoadFailed message="We could not load the history." onRetry={() => void refetch()} />
        </Container>
      ) : null}
      {history ? <HistoryText history={history} /> : null}
      {history === undefined && !isError ? (
        <Container className="py-10">
          <Skeleton className="h-96" />
        </Container>
      ) : null}
    </>
  );
}
