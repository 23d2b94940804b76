/**
 * The definition of a mail whose words staff may change: the built-in text, and what may stand in it.
 *
 * A text is plain. A blank line separates paragraphs. `{{business}}` becomes the value; `{{Business}}` begins it with a
 * capital. A link or a block stands alone in its paragraph: `{{link: Confirm my email}}` becomes a button with these words.
 * `{{when free}}` or `{{when not free}}` at the beginning of a paragraph shows it in these cases only.
 */
import type { LetterPart } from './lay-out-letter.ts';

interface Described {
  /** For staff, after the name: 'the name of the business'. */
  means: string;
  /** The text must show it wherever the built-in text does. */
  isNeeded: boolean;
}

interface TextVariable extends Described {
  kind: 'text';
  example: string;
}

interface LinkVariable extends Described {
  kind: 'link';
  /** Below the site's address: '/dashboard'. */
  example: string;
  /** Stands at the end of a text that does not show it: words of staff from before the mail had it. */
  isAdded?: boolean;
}

interface BlockVariable extends Described {
  kind: 'block';
  example: readonly LetterPart[];
}

export type MailVariable = TextVariable | LinkVariable | BlockVariable;

interface MailCondition {
  /** For staff: 'the claim costs nothing'. */
  means: string;
  /** True: the example of the preview is such a case. */
  example: boolean;
}

export const mailGroups = [
  'Accounts',
  'Listings',
  'Messages and corrections',
  'Claims',
  'Premium and payments',
  'Recommendations and events',
  'Newsletter',
] as const;
type MailGroup = (typeof mailGroups)[number];

export interface MailText {
  subject: string;
  /** Paragraphs with blank lines between them. */
  text: string;
}

type Variables = Readonly<Record<string, MailVariable>>;
type Conditions = Readonly<Record<string, MailCondition>>;

export interface MailDefinition<V extends Variables = Variables, C extends Conditions = Conditions> {
  /** Stored with the words of staff, so a mail keeps its name. */
  name: string;
  group: MailGroup;
  /** A sentence for staff: 'Somebody asks for a new password.' */
  when: string;
  /** 'the person', 'the owner of the listing' */
  to: string;
  variables: V;
  conditions: C;
  builtIn: MailText;
}

type ValueOf<V extends MailVariable> = V extends { kind: 'text' }
  ? string
  : V extends { kind: 'link' }
    ? string | null
    : readonly LetterPart[];

/** A null link and an empty block leave their paragraph out. */
export type MailValues<M> =
  M extends MailDefinition<infer V, infer C> ? { [N in keyof V]: ValueOf<V[N]> } & { [N in keyof C]: boolean } : never;

interface Words<V extends Variables, C extends Conditions>
  extends Omit<MailDefinition<V, C>, 'conditions' | 'builtIn' | 'variables'> {
  variables: V;
  conditions?: C;
  subject: string;
  text: readonly string[];
}

// biome-ignore lint/complexity/noBannedTypes: a mail without conditions takes no further values
export function defineMail<const V extends Variables, const C extends Conditions = {}>({
  subject,
  text,
  conditions,
  ...mail
}: Words<V, C>): MailDefinition<V, C> {
  return { ...mail, conditions: conditions ?? ({} as C), builtIn: { subject, text: text.join('\n\n') } };
}

export const textVariable = (means: string, example: string) =>
  ({ kind: 'text', means, example, isNeeded: false }) as const satisfies TextVariable;

/** A link that the mail is for. */
export const neededLink = (means: string, example: string) =>
  ({ kind: 'link', means, example, isNeeded: true }) as const satisfies LinkVariable;

export const linkVariable = (means: string, example: string) =>
  ({ kind: 'link', means, example, isNeeded: false }) as const satisfies LinkVariable;

/** A link that comes with every text, also with one that does not name it. */
export const addedLink = (means: string, example: string) =>
  ({ kind: 'link', means, example, isNeeded: false, isAdded: true }) as const satisfies LinkVariable;

/** A person's own words, or figures, that the mail is for. */
export const neededBlock = (means: string, example: readonly LetterPart[]) =>
  ({ kind: 'block', means, example, isNeeded: true }) as const satisfies BlockVariable;

export const blockVariable = (means: string, example: readonly LetterPart[]) =>
  ({ kind: 'block', means, example, isNeeded: false }) as const satisfies BlockVariable;

/** In every mail. */
export const commonVariables = {
  site: textVariable('the name of the town', ''),
  town: textVariable('the name of the town with its state', ''),
} satisfies Variables;

export const usernameVariable = textVariable('the person’s user name', 'maria');
export const businessVariable = textVariable('the name of the business', 'Fig & Ladder');
export const dashboardLink = linkVariable('opens the dashboard', '/dashboard');
/** A condition: an answer to the mail comes back into the site. */
export const takesReplies = { means: 'the site takes replies by mail', example: true };
export const reasonBlock = neededBlock('what staff wrote', [{ quote: 'The street number is missing.' }]);
