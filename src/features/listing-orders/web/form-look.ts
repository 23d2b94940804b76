import type { Appearance } from '@stripe/stripe-js';

/** The site's own colors for Stripe's fields, which are in a frame and see none of our styles. */
export function formLook(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const { theme } = document.documentElement.dataset;
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
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
