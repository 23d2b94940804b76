/** Mails to an owner when staff take a business off the site, bring it back, or merge it with another entry. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
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
    note,
    view,
    edit,
  },
  subject: 'Two entries of {{business}} are one now',
  text: [
    'Hello {{username}},',
    "There were two entries of one place in the {{town}} business directory, '{{other}}' and '{{business}}'. We have made one of them: '{{business}}' stays and has the photos of both, and the address of the other leads to it.",
    '{{note}}',
    'Please check that all of it is right; you can correct it at any time. If these are two places after all, answer this email.',
    '{{view: View}}',
    '{{edit: Edit}}',
  ],
});

export const visibilityMails = [hiddenMail, shownAgainMail, mergedMail] as const;

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
  told: Told & { gone: { name: string } },
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, told, context, (values) =>
    composeLetter(context, mergedMail, {
      ...values,
      other: told.gone.name,
      note: noted(told.reason),
      view: viewUrl(told, context),
      edit: editUrl(told, context),
    }),
  );
}

async function mailOwner(
  tx: Database,
  { business, ownerId, startAfter }: Told,
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
