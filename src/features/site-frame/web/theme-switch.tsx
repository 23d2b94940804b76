import { useSyncExternalStore } from 'react';
import { painted } from '#web/router/browser-history.ts';

type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    system.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

async function chooseTheme(theme: Theme): Promise<void> {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be forbidden; then the choice lasts for this page only.
  }
  const { classList, dataset } = document.documentElement;
  // A phone would need 200 ms to color a long page in one go.
  classList.add('in-sight-first');
  await painted();
  dataset.theme = theme;
  for (const listener of listeners) listener();
  await painted();
  classList.remove('in-sight-first');
}

/** Follows the system until it is used. Needs script, and is hidden without. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, readTheme, (): Theme => 'light');
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      onClick={() => void chooseTheme(other)}
      aria-label={`Use ${other} colors`}
      title={`Use ${other} colors`}
      className="needs-script grid size-11 place-items-center rounded-control text-on-header"
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
        {theme === 'dark' ? (
          <path d="M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Zm-1-6h2v4h-2V1Zm0 18h2v4h-2v-4ZM1 11h4v2H1v-2Zm18 0h4v2h-4v-2ZM3.5 4.9l1.4-1.4 2.9 2.8-1.5 1.5-2.8-2.9Zm12.7 12.7 1.4-1.4 2.9 2.9-1.4 1.4-2.9-2.9ZM3.5 19.1l2.8-2.9 1.5 1.4-2.9 2.9-1.4-1.4ZM16.2 6.3l2.9-2.8 1.4 1.4-2.9 2.9-1.4-1.5Z" />
        ) : (
          <path d="M20.4 14.9A8.6 8.6 0 0 1 9.1 3.6a.6.6 0 0 0-.8-.7 9.8 9.8 0 1 0 12.8 12.8.6.6 0 0 0-.7-.8Z" />
        )}
      </svg>
    </button>
  );
}
