/** The account page: what a signed-in person can change, see and delete. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { isOptionalText, listingTexts, recordOf, type SpelledField } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { CurrentUser } from './contract.ts';
import { Email, NewPassword, Password, Username } from './sign-in-contract.ts';

const Done = z.object({ message: z.string() });

export const UsernameForm = z.object({ username: Username });

export const changeUsername = endpoint({
  method: 'POST',
  path: '/api/account/username',
  who: 'signed-in',
  summary: 'Changes the username',
  body: UsernameForm,
  answer: CurrentUser,
  problems: ['conflict'],
});

export const EmailForm = z.object({ email: Email, password: Password });

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  who: 'signed-in',
  summary: 'Asks for another e-mail: it changes once the links mailed to the old and to the new one were both followed',
  body: EmailForm,
  answer: Done,
  status: 202,
  problems: [],
});

const PendingEmailChange = z.object({
  email: z.string(),
  oldConfirmed: z.boolean(),
  newConfirmed: z.boolean(),
  /** Until then the links work. */
  expiresAt: z.string(),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** A change of e-mail that staff have started because the old mailbox is lost. */
const GuardedEmailChange = z.object({
  email: z.string(),
  /** Not before. */
  dueAt: z.string(),
  /** The new mailbox has followed its link. */
  isConfirmed: z.boolean(),
});
export type GuardedEmailChange = z.infer<typeof GuardedEmailChange>;

export const getEmailChange = endpoint({
  method: 'GET',
  path: '/api/account/email-change',
  who: 'signed-in',
  summary: 'A change of e-mail that waits for its links to be followed, and one that staff have started; or null',
  answer: z.object({ pending: z.nullable(PendingEmailChange), guarded: z.nullable(GuardedEmailChange) }),
  problems: [],
});

export const mailEmailChangeAgain = endpoint({
  method: 'POST',
  path: '/api/account/email-change/mails',
  who: 'signed-in',
  summary: 'Mails the links of a change of e-mail that were not followed yet once more; earlier ones stop working',
  answer: Done,
  status: 202,
  problems: ['not_found'],
});

export const takeEmailChangeBack = endpoint({
  method: 'DELETE',
  path: '/api/account/email-change',
  who: 'signed-in',
  summary: 'Takes a change of e-mail back that has not happened yet; its links stop working',
  answer: Done,
  problems: ['not_found'],
});

export const stopEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/account/email-change/guarded',
  who: 'signed-in',
  summary: 'Stops a change of e-mail that staff have started; its links stop working',
  answer: Done,
  problems: ['not_found'],
});

export const ChangePasswordBody = z.object({ currentPassword: Password, newPassword: NewPassword });

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  who: 'signed-in',
  summary: 'Changes the password; ends every other session, and gives this one a new cookie',
  body: ChangePasswordBody,
  answer: Done,
  problems: [],
});

export const SessionInfo = z.object({
  id: z.string(),
  /** 'Firefox on Windows'. */
  device: z.string(),
  /** '203.0.113.x': the network from which this session was begun. */
  network: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** The session that makes this call. */
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  who: 'signed-in',
  summary: 'Where this person is signed in, the latest used first',
  answer: z.array(SessionInfo),
  problems: [],
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  who: 'signed-in',
  freshProof: true,
  summary: 'Ends one of this person’s sessions',
  params: z.object({ id: z.uuid() }),
  answer: Done,
  problems: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  who: 'signed-in',
  freshProof: true,
  summary: 'Ends every session of this person but the one that asks',
  answer: Done,
  problems: [],
});

/** The password turns a second factor off, and proves that it is still the same person. */
export const PasswordForm = z.object({ password: Password });

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  who: 'signed-in',
  secondFactor: 'set-up',
  summary: 'Proves by the password that it is still the same person; gives the session a new cookie',
  body: PasswordForm,
  answer: Done,
  problems: [],
});

/** The fields of a listing; its category is the town's word, and stands on its page. */
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
        /** All that are stored. */
        offers: z.array(z.object({ title: z.string(), text: z.nullable(z.string()), until: z.string() })),
        announcements: z.array(
          z.object({ text: z.string(), url: z.nullable(z.string()), until: z.string(), status: z.string() }),
        ),
        /** For messages of visitors. */
        savedAnswers: z.array(z.string()),
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
        talk: downloadedTalk,
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
      z.object({ name: z.string(), message: z.string(), talk: downloadedTalk, createdAt: z.string() }),
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
        message: z.string(),
        status: z.string(),
        createdAt: z.string(),
      }),
    ),
    /** Recommendations that carry the confirmed address. */
    recommendations: z.array(downloadedRecommendation),
    /** Those of the person's listings that visitors see. */
    recommendationsReceived: z.array(downloadedRecommendation),
    /** Listings of others that the person manages. */
    manages: z.array(z.object({ business: z.string(), since: z.string() })),
    /** Invitations that the person has sent, and those to the confirmed address. */
    invitations: z.array(
      z.object({ business: z.string(), kind: z.string(), email: z.string(), createdAt: z.string() }),
    ),
    newsletter: z.nullable(z.string()),
    /** Log-ins and refusals of this account in the security log, newest first. */
    security: z.array(z.object({ at: z.string(), event: z.string(), clientAddress: z.nullable(z.string()) })),
    /** The person's own actions in the audit log, newest first. */
    activity: z.array(z.object({ at: z.string(), action: z.string(), subjectType: z.string(), subjectId: z.string() })),
  }),
  problems: [],
});
