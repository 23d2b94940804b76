import { useQuery } from '@tanstack/react-query';
import { Building2, House } from 'lucide-react';
import { BusinessGrid } from '#features/businesses/web/business-grid.tsx';
import { firstInCategoryQuery } from '#features/businesses/web/first-in-category-query.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/layout.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';

const actions = ['For Sale', 'For Lease', 'Real Estate Agents'];

const agents = '/category/real-estate-services';
const agentsQuery = firstInCategoryQuery('real-estate-services', 3);

export const queries = () => [agentsQuery];

/** The actions are placeholders: each one shows a toast. */
function announce(feature: string) {
  showToast({ title: 'Coming Soon!', text: `${feature} functionality will be available soon. Stay tuned!` });
}

function Panel({ title, text, Icon }: { title: string; text: string; Icon: typeof House }) {
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-card p-6 shadow-card sm:p-8">
      <Icon aria-hidden="true" size={34} className="text-accent" />
      <h2 id={title} className="mt-3 text-26 lg:text-34">
        {title}
      </h2>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-6 grid gap-3">
        {actions.map((action) => (
          <Button key={action} look="secondary" onClick={() => announce(`${title} ${action}`)}>
            {action}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Leads to people who can help until the actions do. Shows nothing where the town lists no agents. */
function Agents() {
  const { data } = useQuery(agentsQuery);
  if (!data || data.total === 0) return null;
  const { cards, total } = data;
  return (
    <Container className="pb-10 lg:pb-16">
      <section aria-labelledby="agents">
        <h2 id="agents" className="text-26 lg:text-34">
          Looking for an agent today?
        </h2>
        <p className="mt-1 mb-5">
          {total === 1 ? 'One agent is' : `${total} agents are`} in the directory.{' '}
          <Link to={agents} className="inline-flex min-h-11 items-center">
            See real estate services
          </Link>
        </p>
        <BusinessGrid businesses={cards} />
      </section>
    </Container>
  );
}

export function Page() {
  const city = useCity();
  return (
    <>
      <PageHead
        title="Real Estate"
        description={`Homes and business space in ${city.name}, ${city.region}: for sale, for lease, and the agents who know the streets.`}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Real Estate', path: '/real-estate' }]} />
      <PageHero
        title={`Real Estate in ${city.name}`}
        text="Homes to live in, rooms to work in, and people who know the streets."
        picture={city.pagePictures['real-estate']}
      />
      <Container className="grid gap-5 py-10 md:grid-cols-2 lg:py-16">
        <Panel title="Residential" text="Houses, townhomes and apartments." Icon={House} />
        <Panel title="Commercial" text="Shops, offices and studios." Icon={Building2} />
      </Container>
      <Agents />
      <Container className="pb-16">
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-ground-deep p-6 sm:p-8">
          <div>
            <h2 className="text-26">Do you sell or lease here?</h2>
            <p className="mt-1">Put your agency where neighbors look first.</p>
          </div>
          <ButtonLink to="/get-listed" size="large">
            Get Listed
          </ButtonLink>
        </div>
      </Container>
    </>
  );
}
