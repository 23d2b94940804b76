import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

/**
 * The site's colors for Stripe's fields. They are in a frame and cannot see our styles; the colors follow the
 * theme.
 */
export function useFormLook(): Appearance {
  const isDark = useSyncExternalStore(whenThemeChanges, isThemeDark, () => false);
  return useMemo(() => lookOf(isDark), [isDark]);
}

function whenThemeChanges(tell: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(tell);
  system.addEventListener('change', tell);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', tell);
    chosen.disconnect();
  };
}

function isThemeDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function lookOf(isDark: boolean): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('--action'),
      colorBackground: color('--card'),
      colorText: color('--ink'),
      colorTextSecondary: color('--ink-soft'),
      colorTextPlaceholder: color('--ink-soft'),
      colorDanger: color('--danger'),
      borderRadius: '8px',
    },
  };
}
