/** The header's links. */
export const navLinks = [
  { to: '/', label: 'Home' },
  { to: '/directory', label: 'Directory' },
  { to: '/events', label: 'Events' },
  { to: '/news', label: 'News' },
  { to: '/history', label: 'History' },
  { to: '/helpful-links', label: 'Helpful Links' },
  { to: '/real-estate', label: 'Real Estate' },
] as const;
