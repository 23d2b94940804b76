/** Mails to an owner when staff take a business off the site, bring it back, or merge it with another entry. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type businesses, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import {
  blockVariable,
  businessVariable,
  defineMail,
  linkVariable,
  neededLink,
  reasonBlock,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';

type Context = Pick<Services, 'city' | 'env'>;

interface Told {
  business: { id: string; name: string; slug: string };
  /** null: nobody is told. */
  ownerId: string | null;
  /** Staff's words; '' when they gave none. */
  reason: string;
  /** The mail waits until staff can no longer undo what they did. */
  startAfter?: Date;
}

const shared = { group: 'Listings', to: 'the owner of the listing' } as const;
const view = linkVariable('opens the page of the business', '/business/fig-ladder');
const edit = linkVariable('opens the form of the listing', '/edit-business/example');
const note = blockVariable('what staff added; nothing when they added nothing', [
  'We add:',
  { quote: 'Thank you for calling.' },
]);
const variables = { username: usernameVariable, business: businessVariable };

const hiddenMail = defineMail({
  ...shared,
  name: 'listing-hidden',
  when: 'Staff take a listing off the site.',
  variables: { ...variables, reason: reasonBlock, edit: neededLink('opens the form of the listing', edit.example) },
  subject: '{{business}} is not shown right now',
  text: [
    'Hello {{username}},',
    'We have taken {{business}} off the {{town}} business directory. Visitors do not find it for now; nothing of it is lost, and a paid plan goes on as before. This is why:',
    '{{reason}}',
    'Please correct what is not right, or answer this email. We will bring it back once it is settled.',
    '{{edit: Edit}}',
  ],
});

const shownAgainMail = defineMail({
  ...shared,
  name: 'listing-shown-again',
  when: 'Staff bring a listing back.',
  variables: { ...variables, note, view },
  subject: '{{business}} is shown again',
  text: [
    'Hello {{username}},',
    '{{business}} is back on the {{town}} business directory.',
    '{{note}}',
    '{{view: View}}',
  ],
});

const mergedMail = defineMail({
  ...shared,
  name: 'listing-merged',
  when: 'Staff make one listing of two.',
  variables: {
    ...variables,
    other: textVariable('the name of the other entry', 'Fig and Ladder Cafe'),
    taken: textVariable('what it took over from the other', 'phone, 2 photos'),
    note,
    view,
    edit,
  },
  conditions: { filled: { means: 'it took something over from the other', example: true } },
  subject: '{{other}} and {{business}} are one listing now',
  text: [
    'Hello {{username}},',
    "We have made one listing of two in the {{town}} business directory: '{{business}}' stays, and the address of '{{other}}' leads to it.",
    "{{when filled}} Taken over from '{{other}}': {{taken}}.",
    "{{when not filled}} What '{{business}}' says has not changed by it.",
    '{{note}}',
    'Please check that all of it is right; you can correct it at any time. If these should be two listings after all, answer this email within 30 days: until then we can bring the other one back.',
    '{{view: View}}',
    '{{edit: Edit}}',
  ],
});

const partedMail = defineMail({
  ...shared,
  name: 'listing-parted',
  when: 'An administrator takes a merge back that its owner was told of.',
  variables: {
    ...variables,
    other: textVariable('the name of the listing that is back', 'Fig and Ladder Cafe'),
    state: textVariable('how visitors find the listing that is back', 'it waits for our decision'),
    left: textVariable('what was changed since the merge and stays', 'phone and website'),
    dashboard: linkVariable('opens the dashboard', '/dashboard'),
  },
  conditions: {
    shown: { means: 'visitors find both', example: true },
    changed: { means: 'something was changed since and stays', example: false },
  },
  subject: '{{other}} and {{business}} are two listings again',
  text: [
    'Hello {{username}},',
    "{{when shown}} We had made one listing of '{{other}}' and '{{business}}'. That is taken back: both are in the {{town}} business directory as before.",
    "{{when not shown}} We had made one listing of '{{other}}' and '{{business}}' in the {{town}} business directory. That is taken back: '{{other}}' is a listing of its own again, and as before, {{state}}.",
    "{{when changed}} '{{business}}' keeps what was changed since: {{left}}.",
    "Messages, recommendations and numbers of the time between stay with '{{business}}'. Please check that all of it is right.",
    '{{dashboard: Your dashboard}}',
  ],
});

export const visibilityMails = [hiddenMail, shownAgainMail, mergedMail, partedMail] as const;

const viewUrl = ({ business }: Told, { env }: Context) => `${env.siteUrl}/business/${business.slug}`;
const editUrl = ({ business }: Told, { env }: Context) => `${env.siteUrl}/edit-business/${business.id}`;
const noted = (reason: string) => (reason === '' ? [] : ['We add:', { quote: reason }]);

export function mailHidden(tx: Database, told: Told, context: Context): Promise<string | null> {
  return mailOwner(tx, told, context, (values) =>
    composeLetter(context, hiddenMail, { ...values, reason: [{ quote: told.reason }], edit: editUrl(told, context) }),
  );
}

export function mailShownAgain(tx: Database, told: Told, context: Context): Promise<string | null> {
  return mailOwner(tx, told, context, (values) =>
    composeLetter(context, shownAgainMail, { ...values, note: noted(told.reason), view: viewUrl(told, context) }),
  );
}

/** @param told.gone the entry that is part of `business` from now on */
export function mailMerged(
  tx: Database,
  told: Told & { gone: { name: string }; taken: readonly string[] },
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, told, context, (values) =>
    composeLetter(context, mergedMail, {
      ...values,
      other: oneLine(told.gone.name),
      taken: told.taken.join(', '),
      filled: told.taken.length > 0,
      note: noted(told.reason),
      view: viewUrl(told, context),
      edit: editUrl(told, context),
    }),
  );
}

type Status = (typeof businesses.$inferSelect)['status'];

interface Parted {
  /** The one that was kept. */
  business: { id: string; name: string; status: Status };
  /** The one that is back. */
  gone: { name: string; status: Status };
  ownerId: string | null;
  /** Fields that stay. */
  left: readonly string[];
}

const inAnd = new Intl.ListFormat('en-US');

const states: Record<Status, string> = {
  approved: 'visitors find it',
  pending: 'it waits for our decision',
  rejected: 'it is not in the directory, because we had turned it down',
  hidden: 'visitors do not find it',
};

export function mailParted(
  tx: Database,
  { business, gone, ownerId, left }: Parted,
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, { business, ownerId }, context, (values) =>
    composeLetter(context, partedMail, {
      ...values,
      other: oneLine(gone.name),
      state: states[gone.status],
      shown: business.status === 'approved' && gone.status === 'approved',
      left: inAnd.format(left),
      changed: left.length > 0,
      dashboard: `${context.env.siteUrl}/dashboard`,
    }),
  );
}

async function mailOwner(
  tx: Database,
  { business, ownerId, startAfter }: Pick<Told, 'ownerId' | 'startAfter'> & { business: { name: string } },
  { city }: Context,
  compose: (values: { username: string; business: string }) => LaidOutLetter,
): Promise<string | null> {
  if (ownerId === null) return null;
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, ownerId));
  if (owner === undefined) return null;
  const letter = compose({ username: owner.username, business: oneLine(business.name) });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, startAfter ? { startAfter } : {});
}
