/** Where the visitor is, for every part of the page: in the browser and on the server. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { browserHistory, type Navigate, type Prepare, painted } from './browser-history.ts';
import { type Location, locationOf, type NavigationType, type Shown } from './location.ts';

const ShownContext = createContext<Shown | null>(null);
/** A context of its own: it never changes, so parts that only lead elsewhere are not drawn again with each page. */
const NavigateContext = createContext<Navigate>(async () => undefined);

function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (shown === null) throw new Error('the part stands outside of a router');
  return shown;
}

export const useLocation = (): Location => useShown().location;
export const useNavigationType = (): NavigationType => useShown().type;
export const useNavigate = (): Navigate => useContext(NavigateContext);

/** The address's query, and what puts another one in its place. */
export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const setSearch = (pairs: [string, string][], { replace }: { replace: boolean }) =>
    void navigate(`?${new URLSearchParams(pairs)}`, { replace });
  return [useMemo(() => new URLSearchParams(search), [search]), setSearch] as const;
}

/** @param prepare loads the script of a page before it takes the place of the one that is shown */
export function BrowserRouter({ prepare, children }: { prepare: Prepare; children: ReactNode }) {
  const history = useMemo(() => browserHistory(window, prepare, painted), [prepare]);
  const [shown, show] = useState(() => history.shown());
  useEffect(() => history.listen(show), [history]);
  return (
    <NavigateContext value={history.navigate}>
      <ShownContext value={shown}>{children}</ShownContext>
    </NavigateContext>
  );
}

/** @param at path and query */
export function StaticRouter({ at, children }: { at: string; children: ReactNode }) {
  const shown: Shown = { location: locationOf(new URL(at, 'http://page.invalid'), null), type: 'POP' };
  return <ShownContext value={shown}>{children}</ShownContext>;
}
