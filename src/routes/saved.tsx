import { useQuery } from '@tanstack/react-query';
import { Heart, Share2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { readSavedList, savedListPath } from '#features/businesses/saved-list.ts';
import { BusinessGrid, BusinessGridLoading } from '#features/businesses/web/business-grid.tsx';
import type { CardFacts } from '#features/businesses/web/card-facts.ts';
import { savedQuery } from '#features/businesses/web/saved-query.ts';
import { keepCopies, savedSlugs, useSaved, writeSaved } from '#features/businesses/web/saved-store.ts';
import { shareBusiness } from '#features/businesses/web/share-business.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import drawing from '#web/art/empty/no-results.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

export const queries = ({ search }: PageArgs<'list'>) => {
  const list = readSavedList(search.get('list') ?? '');
  return list.length === 0 ? [] : [savedQuery(list)];
};

/** The list that an address shares; without one, the list of this device. */
export function Page({ search }: PageProps<'list'>) {
  const shared = readSavedList(search.get('list') ?? '');
  return (
    <Container className="py-8 lg:py-12">{shared.length > 0 ? <SharedList slugs={shared} /> : <OwnList />}</Container>
  );
}

function Heading({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <PageHead title={title} description={text} noIndex />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-34 lg:text-46">{title}</h1>
          <p className="mt-2 max-w-[66ch] text-ink-soft">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3 empty:hidden">{children}</div>
      </div>
    </>
  );
}

function Cards({ cards }: { cards: readonly CardFacts[] }) {
  return (
    <section aria-labelledby="listed">
      <h2 id="listed" className="sr-only">
        Businesses of this list
      </h2>
      <BusinessGrid businesses={cards} />
    </section>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <EmptyState drawing={drawing} title="Nothing here yet" text={text}>
      <ButtonLink to="/directory">Browse the directory</ButtonLink>
    </EmptyState>
  );
}

function SharedList({ slugs }: { slugs: readonly string[] }) {
  const { name } = useCity();
  const saved = useSaved();
  const { data, isError, refetch } = useQuery(savedQuery(slugs));
  const found = data?.cards.map(({ slug }) => slug) ?? [];
  const isAllSaved = saved !== null && found.every((slug) => saved.includes(slug));
  const saveAll = () => {
    writeSaved([...savedSlugs(), ...found]);
    showToast({ title: 'Saved', text: 'You find them on your own list, on this device.' });
  };
  return (
    <>
      <Heading title="A shared list" text={`Places in ${name} that somebody put together for you.`}>
        {saved !== null && found.length > 0 && !isAllSaved ? (
          <Button onClick={saveAll}>
            <Heart aria-hidden="true" size={18} />
            Save all
          </Button>
        ) : null}
        <ButtonLink look="secondary" to="/saved">
          Your own list
        </ButtonLink>
      </Heading>
      {data ? (
        data.cards.length > 0 ? (
          <Cards cards={data.cards} />
        ) : (
          <Nothing text="The businesses of this list are not in the directory any more." />
        )
      ) : isError ? (
        <LoadFailed message="We could not load the list." onRetry={() => void refetch()} />
      ) : (
        <BusinessGridLoading count={3} />
      )}
    </>
  );
}

function OwnList() {
  const city = useCity();
  const saved = useSaved();
  const list = saved ?? [];
  const { data, isError, refetch } = useQuery({
    ...savedQuery(list),
    enabled: list.length > 0,
    placeholderData: (before) => before,
  });
  useEffect(() => followRenames(data), [data]);
  // A list from before the site kept copies gets them now.
  useEffect(keepCopies, []);
  const cards = data?.cards.filter(({ slug }) => list.includes(slug)) ?? [];
  const share = () => void shareBusiness(`Places in ${city.name}`, city.siteUrl + savedListPath(list));
  return (
    <>
      <Heading title="Saved businesses" text="Businesses you saved. They stay on this device; no account needed.">
        {list.length > 0 ? (
          <Button look="secondary" onClick={share}>
            <Share2 aria-hidden="true" size={18} />
            Share this list
          </Button>
        ) : null}
      </Heading>
      {saved === null ? (
        <noscript>
          <p>Saving needs JavaScript. A list that somebody shared with you works without it.</p>
        </noscript>
      ) : list.length === 0 ? (
        <Nothing text="Tap the heart on any business to find it here later." />
      ) : isError ? (
        <LoadFailed message="We could not load your list." onRetry={() => void refetch()} />
      ) : data ? (
        cards.length > 0 ? (
          <Cards cards={cards} />
        ) : (
          <Nothing text="What you saved is not in the directory any more." />
        )
      ) : (
        <BusinessGridLoading count={3} />
      )}
    </>
  );
}

/** A business that got another name is kept under its new slug. */
function followRenames(data: { cards: readonly { slug: string }[]; savedAs: readonly string[] } | undefined): void {
  const renamed = new Map(data?.savedAs.map((slug, place) => [slug, data.cards[place]?.slug ?? slug]));
  const list = savedSlugs();
  const next = list.map((slug) => renamed.get(slug) ?? slug);
  if (next.some((slug, place) => slug !== list[place])) writeSaved(next);
}
