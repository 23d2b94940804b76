/**
 * The route table: path -> route file, with the facts that must be known before the page is loaded. The
 * server renders from it, the browser navigates by it.
 */
import type { EveryPagesParameter } from '#web/page.ts';
import { type ParameterKind, type RouteEntry, route } from './route.ts';

/** Query parameters that narrow and sort a list of businesses. */
const listFilters = {
  open: 'shared',
  at: 'shared',
  near: 'place',
  within: 'shared',
  properties: 'list',
  photos: 'shared',
  sort: 'shared',
} as const;

export const routes: readonly RouteEntry[] = [
  route('/', 'home.tsx', () => import('#routes/home.tsx'), { who: 'anyone', reads: {}, isIndexed: true }),
  route('/directory', 'directory.tsx', () => import('#routes/directory.tsx'), {
    who: 'anyone',
    reads: {
      search: 'shared',
      spelling: 'shared',
      category: 'shared',
      cursor: 'shared',
      view: 'shared',
      ...listFilters,
    },
    isIndexed: true,
  }),
  route('/business/:slug', 'business.tsx', () => import('#routes/business.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/business/:slug/suggest-change', 'suggest-change.tsx', () => import('#routes/suggest-change.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route('/business/:slug/message', 'message-business.tsx', () => import('#routes/message-business.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route('/business/:slug/recommend', 'recommend-business.tsx', () => import('#routes/recommend-business.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route(
    '/business/:slug/report-recommendation',
    'report-recommendation.tsx',
    () => import('#routes/report-recommendation.tsx'),
    { who: 'anyone', reads: { id: 'personal' } },
  ),
  route('/messages/talk', 'business-talk.tsx', () => import('#routes/business-talk.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
    isLeftAlone: true,
  }),
  route('/recommendations/confirm', 'confirm-recommendation.tsx', () => import('#routes/confirm-recommendation.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/category/:slug', 'category.tsx', () => import('#routes/category.tsx'), {
    who: 'anyone',
    reads: { cursor: 'shared', view: 'shared', ...listFilters },
    isIndexed: true,
  }),
  route('/saved', 'saved.tsx', () => import('#routes/saved.tsx'), { who: 'anyone', reads: { list: 'personal' } }),
  route('/events', 'events.tsx', () => import('#routes/events.tsx'), {
    who: 'anyone',
    reads: { month: 'shared', day: 'shared', when: 'shared', category: 'shared', free: 'shared' },
    isIndexed: true,
  }),
  route('/events/suggest', 'suggest-event.tsx', () => import('#routes/suggest-event.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route('/events/suggested', 'suggested-event.tsx', () => import('#routes/suggested-event.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/events/confirm', 'confirm-suggestion.tsx', () => import('#routes/confirm-suggestion.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  // Behind the pages above, whose names no event has (event-slug.ts).
  route('/events/:slug', 'event.tsx', () => import('#routes/event.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/news', 'news.tsx', () => import('#routes/news.tsx'), {
    who: 'anyone',
    reads: { category: 'shared', month: 'shared' },
    isIndexed: true,
  }),
  route('/news/:slug', 'article.tsx', () => import('#routes/article.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/preview', 'article-preview.tsx', () => import('#routes/article-preview.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/history', 'history.tsx', () => import('#routes/history.tsx'), { who: 'anyone', reads: {}, isIndexed: true }),
  route('/helpful-links', 'helpful-links.tsx', () => import('#routes/helpful-links.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/real-estate', 'real-estate.tsx', () => import('#routes/real-estate.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/get-listed', 'get-listed.tsx', () => import('#routes/get-listed.tsx'), {
    who: 'anyone',
    reads: {},
    isIndexed: true,
  }),
  route('/contact', 'contact.tsx', () => import('#routes/contact.tsx'), {
    who: 'anyone',
    reads: { about: 'personal', reason: 'personal' },
    isForReader: true,
    isIndexed: true,
  }),
  route('/login', 'login.tsx', () => import('#routes/login.tsx'), { who: 'anyone', reads: { next: 'browser' } }),
  route('/signup', 'signup.tsx', () => import('#routes/signup.tsx'), { who: 'anyone', reads: { next: 'browser' } }),
  route('/verify-email', 'verify-email.tsx', () => import('#routes/verify-email.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/stop-email-change', 'stop-email-change.tsx', () => import('#routes/stop-email-change.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/reset-password', 'reset-password.tsx', () => import('#routes/reset-password.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/account', 'account.tsx', () => import('#routes/account.tsx'), {
    who: 'signed-in',
    reads: { emails: 'personal' },
    isPersonal: true,
    isForReader: true,
  }),
  route('/dashboard', 'dashboard.tsx', () => import('#routes/dashboard.tsx'), { who: 'signed-in', reads: {} }),
  route('/dashboard/recommendations', 'recommendations.tsx', () => import('#routes/recommendations.tsx'), {
    who: 'signed-in',
    reads: {},
  }),
  route('/dashboard/bills', 'bills.tsx', () => import('#routes/bills.tsx'), { who: 'signed-in', reads: {} }),
  route('/dashboard/bills/:id', 'bill.tsx', () => import('#routes/bill.tsx'), { who: 'signed-in', reads: {} }),
  route('/dashboard/people/:id', 'listing-people.tsx', () => import('#routes/listing-people.tsx'), {
    who: 'signed-in',
    reads: {},
  }),
  route('/listing-invitation', 'listing-invitation.tsx', () => import('#routes/listing-invitation.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/staff-invitation', 'staff-invitation.tsx', () => import('#routes/staff-invitation.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
  }),
  route('/dashboard/messages', 'messages.tsx', () => import('#routes/messages.tsx'), { who: 'signed-in', reads: {} }),
  route('/claim-business', 'claim-business.tsx', () => import('#routes/claim-business.tsx'), {
    who: 'signed-in',
    reads: { business: 'browser', search: 'browser' },
  }),
  route('/add-business', 'add-business.tsx', () => import('#routes/add-business.tsx'), { who: 'signed-in', reads: {} }),
  route('/edit-business/:id', 'edit-business.tsx', () => import('#routes/edit-business.tsx'), {
    who: 'signed-in',
    reads: {},
    isLeftAlone: true,
  }),
  route('/business-news/:id', 'business-news.tsx', () => import('#routes/business-news.tsx'), {
    who: 'signed-in',
    reads: {},
    isLeftAlone: true,
  }),
  route('/business-offers/:id', 'business-offers.tsx', () => import('#routes/business-offers.tsx'), {
    who: 'signed-in',
    reads: {},
    isLeftAlone: true,
  }),
  route('/checkout', 'checkout.tsx', () => import('#routes/checkout.tsx'), {
    who: 'anyone',
    reads: { plan: 'shared', email: 'personal', business: 'personal' },
    isLeftAlone: true,
    policy: 'payment',
  }),
  route('/payment-success', 'payment-success.tsx', () => import('#routes/payment-success.tsx'), {
    who: 'anyone',
    reads: {
      plan: 'shared',
      email: 'personal',
      business: 'personal',
      redirect_status: 'personal',
    },
  }),
  route('/listing-details', 'listing-details.tsx', () => import('#routes/listing-details.tsx'), {
    who: 'anyone',
    reads: { order: 'personal' },
  }),
  route('/claim-received', 'claim-received.tsx', () => import('#routes/claim-received.tsx'), {
    who: 'anyone',
    reads: { session_id: 'personal', claim: 'personal' },
  }),
  route('/business-statistics/:id', 'business-statistics.tsx', () => import('#routes/business-statistics.tsx'), {
    who: 'signed-in',
    reads: {},
    isLeftAlone: true,
  }),
  route('/emails/stop', 'emails-stop.tsx', () => import('#routes/emails-stop.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
    isLeftAlone: true,
  }),
  // The address in mails of former releases.
  route('/statistics-mail/end', 'emails-stop.tsx', () => import('#routes/emails-stop.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
    isLeftAlone: true,
  }),
  route('/upgrade-success', 'upgrade-success.tsx', () => import('#routes/upgrade-success.tsx'), {
    who: 'anyone',
    reads: { session_id: 'personal' },
  }),
  route('/upgrade-cancelled', 'upgrade-cancelled.tsx', () => import('#routes/upgrade-cancelled.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route('/about', 'about.tsx', () => import('#routes/about.tsx'), { who: 'anyone', reads: {}, isIndexed: true }),
  route('/privacy', 'privacy.tsx', () => import('#routes/privacy.tsx'), { who: 'anyone', reads: {}, isIndexed: true }),
  route('/terms', 'terms.tsx', () => import('#routes/terms.tsx'), { who: 'anyone', reads: {}, isIndexed: true }),
  route('/credits', 'credits.tsx', () => import('#routes/credits.tsx'), { who: 'anyone', reads: {} }),
  route('/newsletter/unsubscribe', 'newsletter-unsubscribe.tsx', () => import('#routes/newsletter-unsubscribe.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
  }),
  route('/newsletter/preferences', 'newsletter-preferences.tsx', () => import('#routes/newsletter-preferences.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
  }),
  route('/newsletter/confirm', 'newsletter-confirm.tsx', () => import('#routes/newsletter-confirm.tsx'), {
    who: 'anyone',
    reads: { token: 'personal' },
    isPersonal: true,
  }),
  route('/newsletter/archive', 'newsletter-archive.tsx', () => import('#routes/newsletter-archive.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  route('/newsletter/archive/:slug', 'newsletter-issue.tsx', () => import('#routes/newsletter-issue.tsx'), {
    who: 'anyone',
    reads: {},
  }),
  // One entry for the whole area: its own table loads its pages, and public pages carry none of it.
  route('/staff/*', 'staff.tsx', () => import('#routes/staff.tsx'), { who: 'staff', reads: {} }),
];

export const notFoundRoute = route('*', 'not-found.tsx', () => import('#routes/not-found.tsx'), {
  who: 'anyone',
  reads: {},
});

/** The parameters that every page reads, besides its own. */
export const readByEveryPage: Readonly<Record<EveryPagesParameter, ParameterKind>> = { sent: 'shared' };
