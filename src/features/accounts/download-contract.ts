/** The file of all that is stored about a person. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { isOptionalText, listingTexts, recordOf, type SpelledField } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { GuardedEmailChange, PendingEmailChange, SessionInfo } from './account-contract.ts';

/** The fields of a listing; its category is the town's word. */
const downloadedFields = /* @__PURE__ */ (() =>
  ({
    ...recordOf(listingTexts.filter(isOptionalText), () => z.nullable(z.string())),
    ...{ name: z.string(), description: z.string(), address: z.string() },
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    hours: z.nullable(OpeningHours),
    closures: z.array(z.object({ from: z.string(), to: z.string(), note: z.string() })),
    socialLinks: z.record(z.string(), z.string()),
    properties: z.array(z.string()),
  }) satisfies Record<Exclude<SpelledField, 'category'>, z.ZodMiniType>)();

const downloadedPost = { text: z.string(), createdAt: z.string() };
/** Answers, and replies of the person; the notes of colleagues are theirs. */
const downloadedTalk = z.array(z.object({ from: z.enum(['us', 'you']), ...downloadedPost }));

const downloadedMessage = {
  name: z.string(),
  text: z.string(),
  createdAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** The other side is 'them'. */
  talk: z.array(z.object({ from: z.enum(['them', 'you']), ...downloadedPost })),
};

const downloadedRecommendation = z.object({
  business: z.string(),
  name: z.string(),
  text: z.string(),
  status: z.string(),
  createdAt: z.string(),
  answer: z.nullable(z.string()),
});

export const downloadData = endpoint({
  method: 'GET',
  path: '/api/account/data',
  who: 'signed-in',
  secondFactor: 'asked',
  summary: 'All that is stored about this person, as a file',
  answer: z.object({
    account: z.object({
      username: z.string(),
      email: z.string(),
      emailVerifiedAt: z.nullable(z.string()),
      role: z.string(),
      /** For staff: what is mailed to this address, too. */
      alerts: z.array(z.string()),
      /** Optional emails that the person has stopped. */
      mailsOff: z.array(z.string()),
      createdAt: z.string(),
    }),
    passkeys: z.array(z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
    sessions: z.array(z.extend(SessionInfo, { clientAddress: z.nullable(z.string()) })),
    /** A change of e-mail that waits for its links. */
    emailChange: z.nullable(PendingEmailChange),
    /** A change of e-mail that staff have started. */
    emailChangeByStaff: z.nullable(z.extend(GuardedEmailChange, { reason: z.string() })),
    businesses: z.array(
      z.object({
        slug: z.string(),
        status: z.string(),
        ...downloadedFields,
        category: z.string(),
        logoUrl: z.nullable(z.string()),
        photos: z.array(z.object({ url: z.string(), alt: z.string() })),
        /** All that are stored. */
        offers: z.array(z.object({ title: z.string(), text: z.nullable(z.string()), until: z.string() })),
        announcements: z.array(
          z.object({ text: z.string(), url: z.nullable(z.string()), until: z.string(), status: z.string() }),
        ),
        /** For messages of visitors. */
        savedAnswers: z.array(z.string()),
        /** Questions of staff from when it was new, and the answers. */
        talk: downloadedTalk,
        createdAt: z.string(),
      }),
    ),
    claims: z.array(
      z.object({
        business: z.nullable(z.string()),
        plan: z.string(),
        status: z.string(),
        evidenceNote: z.string(),
        evidencePhone: z.string(),
        question: z.string(),
        reason: z.string(),
        /** The state in which it was put away on the dashboard. */
        putAwayAs: z.nullable(z.string()),
        talk: downloadedTalk,
        /** A PDF has a name. `src` is a data URL; null for older ones when together they are larger than 30 MB. */
        documents: z.array(
          z.object({ name: z.nullable(z.string()), addedAt: z.string(), src: z.nullable(z.string()) }),
        ),
        createdAt: z.string(),
      }),
    ),
    /** A plan costs its cents in each period of its price key. */
    plans: z.array(
      z.object({
        kind: z.string(),
        business: z.nullable(z.string()),
        status: z.string(),
        priceKey: z.nullable(z.string()),
        priceCents: z.nullable(z.number()),
        createdAt: z.string(),
        paidThrough: z.nullable(z.string()),
        endsAt: z.nullable(z.string()),
      }),
    ),
    /** Orders of the account, and those with its confirmed mailbox; what was sent about the business. */
    orders: z.array(
      z.object({
        id: z.string(),
        plan: z.string(),
        amountCents: z.number(),
        email: z.nullable(z.string()),
        businessName: z.nullable(z.string()),
        status: z.string(),
        details: z.nullable(z.record(z.string(), z.string())),
        createdAt: z.string(),
        paidAt: z.nullable(z.string()),
        refundedAt: z.nullable(z.string()),
        /** The parts that went back, or the whole. */
        refunds: z.array(z.object({ at: z.string(), cents: z.number() })),
      }),
    ),
    /** Refunds, credits, discounts, free plans, and payments in cash or by check. */
    moneyActs: z.array(
      z.object({
        kind: z.string(),
        cents: z.nullable(z.number()),
        percentOff: z.nullable(z.number()),
        months: z.nullable(z.number()),
        reason: z.string(),
        receipt: z.nullable(z.string()),
        reference: z.nullable(z.string()),
        endsAt: z.nullable(z.string()),
        createdAt: z.string(),
      }),
    ),
    /** Suggested changes of listings that carry the confirmed address. */
    corrections: z.array(
      z.object({
        business: z.string(),
        field: z.string(),
        right: z.string(),
        source: z.string(),
        email: z.nullable(z.string()),
        talk: downloadedTalk,
        createdAt: z.string(),
      }),
    ),
    /** Messages to businesses that carry the confirmed address. */
    messagesSent: z.array(z.object({ business: z.string(), email: z.nullable(z.string()), ...downloadedMessage })),
    /** Messages to the person's listings; the download, too, leaves out the visitors' addresses. */
    messagesReceived: z.array(z.object({ business: z.string(), ...downloadedMessage })),
    /** Messages to staff, reports and suggested events that carry the confirmed address. */
    contactMessages: z.array(
      z.object({
        ...{ name: z.string(), message: z.string(), business: z.nullable(z.string()) },
        talk: downloadedTalk,
        createdAt: z.string(),
      }),
    ),
    reports: z.array(
      z.object({
        ...{ business: z.string(), reason: z.string(), text: z.string(), createdAt: z.string() },
        talk: downloadedTalk,
      }),
    ),
    eventSuggestions: z.array(
      z.object({
        title: z.string(),
        description: z.string(),
        startsAt: z.string(),
        endsAt: z.nullable(z.string()),
        allDay: z.boolean(),
        location: z.string(),
        price: z.nullable(z.string()),
        url: z.nullable(z.string()),
        message: z.string(),
        status: z.string(),
        createdAt: z.string(),
      }),
    ),
    /** Recommendations that carry the confirmed address. */
    recommendations: z.array(downloadedRecommendation),
    /** The person's listings that visitors see. */
    recommendationsReceived: z.array(downloadedRecommendation),
    /** Listings of others that the person manages. */
    manages: z.array(z.object({ business: z.string(), since: z.string() })),
    /** Invitations that the person has sent, and those to the confirmed address. */
    invitations: z.array(
      z.object({ business: z.string(), kind: z.string(), email: z.string(), createdAt: z.string() }),
    ),
    /** Invitations to the staff that the person has sent, and one to the confirmed address. */
    staffInvitations: z.array(z.object({ email: z.string(), rights: z.array(z.string()), sentAt: z.string() })),
    newsletter: z.nullable(z.string()),
    /** Listings whose numbers come by mail each month. */
    monthlyNumbers: z.array(z.string()),
    /** Log-ins and refusals of this account in the security log, newest first. */
    security: z.array(z.object({ at: z.string(), event: z.string(), clientAddress: z.nullable(z.string()) })),
    /** The person's own actions in the audit log, newest first. */
    activity: z.array(z.object({ at: z.string(), action: z.string(), subjectType: z.string(), subjectId: z.string() })),
  }),
  problems: [],
});
