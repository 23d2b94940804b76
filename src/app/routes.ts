/** The route table: path -> route file. The server renders from it, the browser navigates by it. */
import type { PageModule } from '#web/page.ts';

export interface RouteEntry {
  /** React Router's pattern. */
  path: string;
  /** File in src/routes, for preloading its script. */
  file: string;
  load: () => Promise<PageModule>;
}

export const routes: readonly RouteEntry[] = [
  { path: '/', file: 'home.tsx', load: () => import('#routes/home.tsx') },
  { path: '/directory', file: 'directory.tsx', load: () => import('#routes/directory.tsx') },
  { path: '/business/:slug', file: 'business.tsx', load: () => import('#routes/business.tsx') },
  { path: '/category/:slug', file: 'category.tsx', load: () => import('#routes/category.tsx') },
  { path: '/events', file: 'events.tsx', load: () => import('#routes/events.tsx') },
  { path: '/events/suggest', file: 'suggest-event.tsx', load: () => import('#routes/suggest-event.tsx') },
  { path: '/events/confirm', file: 'confirm-suggestion.tsx', load: () => import('#routes/confirm-suggestion.tsx') },
  { path: '/news', file: 'news.tsx', load: () => import('#routes/news.tsx') },
  { path: '/news/:slug', file: 'article.tsx', load: () => import('#routes/article.tsx') },
  { path: '/preview', file: 'article-preview.tsx', load: () => import('#routes/article-preview.tsx') },
  { path: '/history', file: 'history.tsx', load: () => import('#routes/history.tsx') },
  { path: '/helpful-links', file: 'helpful-links.tsx', load: () => import('#routes/helpful-links.tsx') },
  { path: '/real-estate', file: 'real-estate.tsx', load: () => import('#routes/real-estate.tsx') },
  { path: '/get-listed', file: 'get-listed.tsx', load: () => import('#routes/get-listed.tsx') },
  { path: '/contact', file: 'contact.tsx', load: () => import('#routes/contact.tsx') },
  { path: '/login', file: 'login.tsx', load: () => import('#routes/login.tsx') },
  { path: '/signup', file: 'signup.tsx', load: () => import('#routes/signup.tsx') },
  { path: '/verify-email', file: 'verify-email.tsx', load: () => import('#routes/verify-email.tsx') },
  { path: '/reset-password', file: 'reset-password.tsx', load: () => import('#routes/reset-password.tsx') },
  { path: '/account', file: 'account.tsx', load: () => import('#routes/account.tsx') },
  { path: '/dashboard', file: 'dashboard.tsx', load: () => import('#routes/dashboard.tsx') },
  { path: '/claim-business', file: 'claim-business.tsx', load: () => import('#routes/claim-business.tsx') },
  { path: '/add-business', file: 'add-business.tsx', load: () => import('#routes/add-business.tsx') },
  { path: '/edit-business/:id', file: 'edit-business.tsx', load: () => import('#routes/edit-business.tsx') },
  { path: '/checkout', file: 'checkout.tsx', load: () => import('#routes/checkout.tsx') },
  { path: '/payment-success', file: 'payment-success.tsx', load: () => import('#routes/payment-success.tsx') },
  {
    path: '/business-statistics/:id',
    file: 'business-statistics.tsx',
    load: () => import('#routes/business-statistics.tsx'),
  },
  {
    path: '/statistics-mail/end',
    file: 'statistics-mail-end.tsx',
    load: () => import('#routes/statistics-mail-end.tsx'),
  },
  { path: '/upgrade-success', file: 'upgrade-success.tsx', load: () => import('#routes/upgrade-success.tsx') },
  { path: '/upgrade-cancelled', file: 'upgrade-cancelled.tsx', load: () => import('#routes/upgrade-cancelled.tsx') },
  { path: '/credits', file: 'credits.tsx', load: () => import('#routes/credits.tsx') },
  {
    path: '/newsletter/unsubscribe',
    file: 'newsletter-unsubscribe.tsx',
    load: () => import('#routes/newsletter-unsubscribe.tsx'),
  },
  {
    path: '/newsletter/preferences',
    file: 'newsletter-preferences.tsx',
    load: () => import('#routes/newsletter-preferences.tsx'),
  },
  { path: '/newsletter/confirm', file: 'newsletter-confirm.tsx', load: () => import('#routes/newsletter-confirm.tsx') },
  { path: '/newsletter/archive', file: 'newsletter-archive.tsx', load: () => import('#routes/newsletter-archive.tsx') },
  {
    path: '/newsletter/archive/:slug',
    file: 'newsletter-issue.tsx',
    load: () => import('#routes/newsletter-issue.tsx'),
  },
  // One entry for the whole area: its pages are loaded by its own table, and public pages carry none of it.
  { path: '/staff/*', file: 'staff.tsx', load: () => import('#routes/staff.tsx') },
];

export const notFoundRoute: RouteEntry = {
  path: '*',
  file: 'not-found.tsx',
  load: () => import('#routes/not-found.tsx'),
};
