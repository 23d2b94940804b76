/**
 * The decision on each call: who may make it. It repeats the contracts on purpose, so that a changed `who` is noticed, and a
 * new call without a line here fails by name. Calls on an object of one person stand in owned-objects.ts.
 */

import type { StaffRight } from '#shared/staff-rights.ts';
import { administratorCalls } from './administrator-decisions.ts';
import { moderatorCalls } from './moderator-decisions.ts';

/** A group of people. Somebody belongs to one or more (access-roles.ts). */
export type Group = 'anyone' | 'signed-in' | 'staff' | StaffRight | 'editor or moderator' | 'moderator or treasurer';

const calls: Record<Group, string> = {
  /** Anybody, or anybody who has the secret link of a mail. */
  anyone: `
    GET /api/ads
    POST /api/ads/{id}/counts
    GET /api/article-counts
    GET /api/article-previews/{token}
    GET /api/articles
    GET /api/articles/{slug}
    GET /api/articles/{slug}/more
    POST /api/auth/email-change/stop
    POST /api/auth/login
    POST /api/auth/logout
    POST /api/auth/passkeys/log-in
    POST /api/auth/passkeys/log-in-challenge
    POST /api/auth/password-reset
    POST /api/auth/password-reset-mail
    POST /api/auth/register
    POST /api/auth/verify-email
    POST /api/auth/verify-email/words
    POST /api/business-listing-confirmation
    GET /api/business-talk
    POST /api/business-talk
    PUT /api/business-talk/stopped
    GET /api/businesses
    GET /api/businesses/featured
    POST /api/businesses/search-counts
    GET /api/businesses/suggestions
    POST /api/businesses/{id}/counts
    GET /api/businesses/{slug}
    POST /api/businesses/{slug}/corrections
    POST /api/businesses/{slug}/messages
    POST /api/businesses/{slug}/recommendation-reports
    POST /api/businesses/{slug}/recommendations
    POST /api/businesses/{slug}/reports
    GET /api/categories
    GET /api/categories/{slug}
    GET /api/city
    GET /api/city/contact
    GET /api/city/helpful-links
    GET /api/city/history
    GET /api/city/home
    GET /api/city/pages/{page}
    GET /api/city/picture-credits
    GET /api/city/properties
    POST /api/claims/of-link
    POST /api/contact
    GET /api/contact/listing
    POST /api/create-payment-intent
    GET /api/csrf-token
    GET /api/events
    GET /api/events/days
    POST /api/events/suggestions
    GET /api/events/suggestions/confirmation
    POST /api/events/suggestions/confirmation
    POST /api/events/suggestions/end
    POST /api/events/suggestions/removal
    GET /api/events/suggestions/sent
    POST /api/events/suggestions/sent
    GET /api/events/upcoming
    GET /api/events/{slug}
    PUT /api/listing-orders/contact
    GET /api/listing-orders/details
    PUT /api/listing-orders/details
    POST /api/listing-orders/settle
    GET /api/listing-invitations
    GET /api/colleague-invitations
    POST /api/colleague-invitations/account
    POST /api/colleague-invitations/decline
    POST /api/listing-invitations/decline
    GET /api/map
    GET /api/newsletter/archive
    GET /api/newsletter/archive/{slug}
    POST /api/inbound-mail
    POST /api/newsletter/bounces
    POST /api/newsletter/confirm
    GET /api/newsletter/preferences
    PUT /api/newsletter/preferences
    POST /api/newsletter/subscribe
    GET /api/newsletter/subscription
    POST /api/newsletter/unsubscribe
    GET /api/notices
    GET /api/payments
    GET /api/recommendations/confirmation
    POST /api/recommendations/confirmation
    POST /api/recommendations/withdrawal
    GET /api/saved
    GET /api/search/context
    GET /api/search/suggestions
    GET /api/emails/link
    POST /api/emails/start
    POST /api/emails/stop
    POST /api/stripe/webhook
  `,
  /** Calls about the caller's own account; they name no other object. */
  'signed-in': `
    GET /api/account/data
    POST /api/account/delete
    POST /api/account/email
    GET /api/account/emails
    PUT /api/account/emails
    DELETE /api/account/email-change
    GET /api/account/email-change
    DELETE /api/account/email-change/guarded
    POST /api/account/email-change/mails
    POST /api/account/keep
    GET /api/account/leaving
    POST /api/account/password
    DELETE /api/account/sessions
    GET /api/account/sessions
    POST /api/account/username
    GET /api/auth/me
    POST /api/auth/passkeys
    POST /api/auth/passkeys/challenge
    POST /api/auth/passkeys/proof
    POST /api/auth/passkeys/setup
    POST /api/auth/proof
    GET /api/auth/second-factor
    POST /api/auth/second-factor
    POST /api/auth/second-factor/confirm
    POST /api/auth/second-factor/off
    POST /api/auth/second-factor/recovery-codes
    POST /api/auth/second-factor/setup
    POST /api/listing-orders/listing
    GET /api/user/listing-orders
    GET /api/user/listing-questions
    GET /api/user/event-suggestions
    POST /api/auth/verification-mail
    GET /api/billing
    GET /api/billing/bills
    GET /api/billing/credit
    POST /api/billing/interval
    POST /api/billing/claim
    POST /api/billing/cancel
    POST /api/billing/keep
    POST /api/billing/portal
    POST /api/businesses
    GET /api/businesses/addresses
    GET /api/businesses/similar
    POST /api/checkout/session
    POST /api/upgrade
    POST /api/listing-invitations
    POST /api/colleague-invitations
    GET /api/user/listing-invitations
    GET /api/user/hand-overs
    GET /api/user/lost-listings
    GET /api/user/businesses
    GET /api/user/claims
    GET /api/user/messages
    GET /api/user/messages/counts
    GET /api/user/recommendations
  `,
  /** Any member of staff. The groups below need one of the named rights or the administrator's right. */
  staff: `
    GET /api/staff/audit
    GET /api/staff/counts
    POST /api/staff/undo
    GET /api/staff/alerts
    GET /api/staff/filters
    PUT /api/staff/filters
    GET /api/staff/find
    PUT /api/staff/alerts
  `,
  editor: `
    GET /api/staff/ads
    POST /api/staff/ads
    DELETE /api/staff/ads/{id}
    GET /api/staff/ads/{id}
    PUT /api/staff/ads/{id}
    PUT /api/staff/ads/{id}/active
    GET /api/staff/articles
    DELETE /api/staff/articles/{id}
    GET /api/staff/articles/{id}
    PUT /api/staff/articles/{id}
    GET /api/staff/articles/{id}/preview
    POST /api/staff/articles/{id}/publish
    GET /api/staff/articles/{id}/revisions
    GET /api/staff/articles/{id}/revisions/{version}
    POST /api/staff/articles/{id}/revisions/{version}/restore
    PUT /api/staff/articles/{id}/slug
    POST /api/staff/articles/{id}/unpublish
    POST /api/staff/event-imports
    GET /api/staff/event-times
    GET /api/staff/events
    POST /api/staff/events
    DELETE /api/staff/events/{id}
    GET /api/staff/events/{id}
    PUT /api/staff/events/{id}
    PUT /api/staff/events/{id}/date
    PUT /api/staff/events/{id}/status
    DELETE /api/staff/events/{id}/times/{day}
    PUT /api/staff/events/{id}/times/{day}
    GET /api/staff/newsletter/choices
    GET /api/staff/newsletter/issues
    POST /api/staff/newsletter/issues
    DELETE /api/staff/newsletter/issues/{id}
    GET /api/staff/newsletter/issues/{id}
    PUT /api/staff/newsletter/issues/{id}
    GET /api/staff/newsletter/issues/{id}/failures
    POST /api/staff/newsletter/issues/{id}/pause
    GET /api/staff/newsletter/issues/{id}/progress
    POST /api/staff/newsletter/issues/{id}/resume
    POST /api/staff/newsletter/issues/{id}/schedule
    POST /api/staff/newsletter/issues/{id}/send
    POST /api/staff/newsletter/issues/{id}/test
    POST /api/staff/newsletter/issues/{id}/unschedule
    GET /api/staff/newsletter/settings
    PUT /api/staff/newsletter/settings
    GET /api/staff/newsletter/subscribers
    POST /api/staff/newsletter/subscribers/import
    DELETE /api/staff/newsletter/subscribers/{id}
    PUT /api/staff/newsletter/subscribers/{id}/suppressed
    GET /api/staff/notices
    POST /api/staff/notices
    GET /api/staff/notices/{id}
    PUT /api/staff/notices/{id}
    PUT /api/staff/notices/{id}/shown
    POST /api/staff/pictures
  `,
  moderator: moderatorCalls,
  treasurer: `
    POST /api/staff/billing/acts/{id}/put-away
    GET /api/staff/billing/failures
    POST /api/staff/billing/acts/{id}/take-back
    POST /api/staff/billing/failures/{id}/replay
    GET /api/staff/billing/months/{month}
    GET /api/staff/billing/people
    GET /api/staff/billing/people/{id}
    GET /api/staff/billing/people/{id}/credit
    POST /api/staff/billing/people/{id}/plans
    GET /api/staff/billing/plans
    POST /api/staff/billing/plans/{id}/correction
    POST /api/staff/billing/plans/{id}/end
    POST /api/staff/billing/plans/{id}/gone
    GET /api/staff/billing/subscriptions
    POST /api/staff/billing/subscriptions/{id}/credit
    POST /api/staff/billing/subscriptions/{id}/discount
    POST /api/staff/billing/subscriptions/{id}/discount/end
    POST /api/staff/billing/subscriptions/{id}/end
    POST /api/staff/billing/subscriptions/{id}/keep
    GET /api/staff/billing/subscriptions/{id}/payment
    POST /api/staff/billing/subscriptions/{id}/refund
    POST /api/staff/listing-orders/{id}/refund
    DELETE /api/staff/prices
    GET /api/staff/prices
    PUT /api/staff/prices
  `,
  administrator: administratorCalls,
  'editor or moderator': `
    GET /api/staff/event-suggestions
    GET /api/staff/event-suggestions/{id}
    POST /api/staff/event-suggestions/{id}/approve
    POST /api/staff/event-suggestions/{id}/reject
  `,
  'moderator or treasurer': `
    GET /api/staff/listing-orders
  `,
};

const lines = (text: string) => text.match(/\S.*/g) ?? [];

/** 'GET /api/ads' → 'anyone' */
export const accessDecisions: ReadonlyMap<string, Group> = new Map(
  Object.entries(calls).flatMap(([group, text]) => lines(text).map((call) => [call, group as Group] as const)),
);
