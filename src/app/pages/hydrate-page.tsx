/** Browser: hydrates the server's page with the same data and the same route, then navigates by itself. */
import '#web/styles/site.css';
import { notifyManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { City } from '#features/city-guide/contract.ts';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { learnClock } from '#shared/clock.ts';
import { createQueryClient } from '#web/api-client/query-client.ts';
import { countVisits } from '#web/count-visits.ts';
import { BrowserRouter, useLocation } from '#web/router/router.tsx';
import { nextTask, takeOverInTurns } from '#web/ui/in-turn.tsx';
import { PlainFormProvider } from '#web/ui/plain-form.tsx';
import { matchRoute } from './match-route.ts';
import { readPageState } from './page-state.ts';
import { readAhead, staleTime } from './read-ahead.ts';
import { AppRoutes, loadPage, preparePage } from './route-components.tsx';

/** The page was just rendered from its data, so nothing is requested again before the first navigation. */
function useFreshDataAfterNavigation(client: QueryClient) {
  const { key } = useLocation();
  const firstKey = useRef(key);
  const hasMoved = key !== firstKey.current;
  if (hasMoved) {
    const { queries, ...others } = client.getDefaultOptions();
    const { refetchOnMount: _, retryOnMount: __, ...usual } = queries ?? {};
    client.setDefaultOptions({ ...others, queries: usual });
  }
  // On a slow line the first page stays in the letters in which it came (page-shell.ts). They change once it is gone: otherwise it would be
  // styled anew before it goes.
  useLayoutEffect(() => {
    if (hasMoved) document.documentElement.classList.add('with-fonts');
  }, [hasMoved]);
}

/** Says that all of the page listens. An effect, because those of the parts that came before have to run first: they listen to clicks. */
function Listening({ client, whole }: { client: QueryClient; whole: Promise<void> }) {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    void whole.then(() => setWhole(true));
  }, [whole]);
  useEffect(() => {
    if (!isWhole) return;
    // From here on the page hears every click itself.
    document.documentElement.dataset.taken = '';
    document.documentElement.dataset.hydrated = '';
    pressAgain();
    return readAhead(client);
  }, [client, isWhole]);
  return null;
}

/** Repeats a press from before hydration, which the start script (page-shell.ts) has marked. */
function pressAgain() {
  const pressed = document.querySelector<HTMLElement>('[data-pressed]');
  delete pressed?.dataset.pressed;
  // Not inside an effect: the others of this moment, which listen to clicks, have yet to run.
  setTimeout(() => pressed?.click());
}

function App({ client }: { client: QueryClient }) {
  useFreshDataAfterNavigation(client);
  return <AppRoutes />;
}

async function hydratePage(root: HTMLElement, stateElement: HTMLElement): Promise<void> {
  await nextTask();
  const client = createQueryClient();
  const usual = client.getDefaultOptions();
  client.setDefaultOptions({
    ...usual,
    queries: { ...usual.queries, staleTime, refetchOnMount: false, retryOnMount: false },
  });
  const state = readPageState(client, stateElement.textContent ?? '');
  const city = client.getQueryData<City>(cityQuery.queryKey);
  if (city) learnClock(city.timeZone, city.clock);
  // The route's script comes before hydration: a page that suspended now would be thrown away and rendered
  // again.
  await loadPage(matchRoute(location.pathname).entry);
  await nextTask();
  let isWhole = () => {};
  const whole = new Promise<void>((resolve) => {
    isWhole = resolve;
  });
  const page = (
    <QueryClientProvider client={client}>
      <PlainFormProvider value={state.form}>
        <BrowserRouter prepare={preparePage}>
          <App client={client} />
        </BrowserRouter>
      </PlainFormProvider>
      <Listening client={client} whole={whole} />
    </QueryClientProvider>
  );
  await takeOverInTurns(() => hydrateRoot(root, page));
  isWhole();
}

// Within the click that sends something: otherwise the second half of a double click finds the button
// unchanged.
notifyManager.setScheduler(queueMicrotask);

const root = document.getElementById('root');
const stateElement = document.getElementById('page-state');
if (root && stateElement) void hydratePage(root, stateElement);
// Counting waits until the page is idle.
setTimeout(countVisits, 1500);
