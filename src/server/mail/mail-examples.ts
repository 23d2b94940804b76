import type { MailDefinition } from './mail-text.ts';
import type { FilledValue } from './read-mail-text.ts';

/** Made-up values for a preview or a test mail. Links lead to this site. */
export function exampleValues(mail: MailDefinition, siteUrl: string): Record<string, FilledValue> {
  const values = Object.entries(mail.variables).map(([name, { kind, example }]): [string, FilledValue] => [
    name,
    kind === 'link' ? `${siteUrl}${example}` : example,
  ]);
  const cases = Object.entries(mail.conditions).map(([name, { example }]): [string, FilledValue] => [name, example]);
  return Object.fromEntries([...values, ...cases]);
}
