/** Moves through the site without loading a document: the address changes at once, the page once its script is there. */
import { type HistoryEntry, locationOf, pathOf, type Shown } from './location.ts';

export interface NavigateOptions {
  /** True: replaces the shown page in the history, so that 'back' does not reach it. */
  replace?: boolean;
  state?: unknown;
}

/** To a path, to '?a=b' of this page, or by a number of steps through the history. It ends once the page is shown. */
export type Navigate = (to: string | number, options?: NavigateOptions) => Promise<void>;

/** Gets what a page needs before it can be shown; undefined when it is all there. */
export type Prepare = (pathname: string) => Promise<unknown> | undefined;

/** Waits until the answer to the touch is on the screen: drawing the next page keeps a phone from anything else. */
type Painted = () => Promise<void>;

/** A tab out of sight has no frames, and waits no longer than this. */
const maxFrameMs = 50;

export const painted: Painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxFrameMs);
  });

type Browser = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>;

interface BrowserHistory {
  shown: () => Shown;
  navigate: Navigate;
  /** @returns what ends it */
  listen: (show: (shown: Shown) => void) => () => void;
}

export function browserHistory(browser: Browser, prepare: Prepare, hasPainted: Painted): BrowserHistory {
  const { history, location } = browser;
  const entry = () => history.state as HistoryEntry | null;
  const shown = (type: Shown['type'] = 'POP'): Shown => ({ location: locationOf(location, entry()), type });
  let listener: ((shown: Shown) => void) | undefined;
  let moves = 0;

  async function move(type: Shown['type']): Promise<void> {
    const now = ++moves;
    const next = shown(type);
    const waiting = prepare(next.location.pathname);
    // A script that does not come fails again where the page is shown, which then says so.
    if (waiting) await waiting.catch(() => undefined);
    // After 'back' a page that is there shows within the event itself: the browser then finds its place in it again.
    else if (type !== 'POP') await hasPainted();
    // Somebody went elsewhere while the script was on its way.
    if (now === moves) listener?.(next);
  }

  function write(address: URL, { replace = false, state = null }: NavigateOptions): boolean {
    const steps = (entry()?.steps ?? 0) + (replace ? 0 : 1);
    const made: HistoryEntry = { key: `${Date.now()}.${moves}`, state, steps };
    try {
      if (replace) history.replaceState(made, '', pathOf(address));
      else history.pushState(made, '', pathOf(address));
      return true;
    } catch {
      // Browsers refuse when a page moves too often.
      return false;
    }
  }

  return {
    shown,
    navigate: async (to, options = {}) => {
      if (typeof to === 'number') return history.go(to);
      const address = new URL(to, location.href);
      if (address.origin === location.origin && write(address, options)) {
        return move(options.replace ? 'REPLACE' : 'PUSH');
      }
      location.assign(address.href);
    },
    listen: (show) => {
      listener = show;
      const moved = () => void move('POP');
      browser.addEventListener('popstate', moved);
      return () => {
        listener = undefined;
        browser.removeEventListener('popstate', moved);
      };
    },
  };
}
