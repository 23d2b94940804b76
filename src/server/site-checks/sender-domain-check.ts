/** The DNS entries that receivers look up before they trust a mail of the site: SPF, DKIM and DMARC of the sender's domain. */
import { Resolver } from 'node:dns/promises';
import { type Env, isOnThisMachine } from '#server/env.ts';
import { type Check, note, right, wrong } from './check.ts';

/** Names under which mail servers and services commonly publish their key; another name cannot be guessed. */
const usualSelectors = ['default', 'dkim', 'mail', 'google', 'k1', 's1', 's2', 'selector1', 'selector2'];

type Asked = Pick<Resolver, 'resolveTxt'>;

/** The TXT entries of a name; null when the DNS could not be asked. */
async function textsOf(resolver: Asked, name: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
  }
}

const unasked = (name: string, at: string) =>
  note(name, `The DNS could not be asked for ${at}. Check the TXT entry by hand.`);
const missing = (name: string, at: string, example: string) =>
  wrong(name, `${at} has no such TXT entry: mails may end as spam. Add one like "${example}".`);

async function checkSpf(resolver: Asked, domain: string): Promise<Check> {
  const name = 'SPF';
  const texts = await textsOf(resolver, domain);
  if (texts === null) return unasked(name, domain);
  const [record, another] = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (record === undefined) return missing(name, domain, 'v=spf1 include:YOUR-MAIL-PROVIDER -all');
  if (another !== undefined)
    return wrong(name, `${domain} has more than one SPF entry, so receivers use none. Join them.`);
  if (/ [+]?all$/i.test(record))
    return wrong(name, `${domain} lets everybody send in its name. End the entry with -all.`);
  return right(name, `${domain}: ${record.slice(0, 200)}`);
}

async function checkDkim(resolver: Asked, domain: string): Promise<Check> {
  const name = 'DKIM';
  const found = await Promise.all(
    usualSelectors.map(async (selector) => {
      const at = `${selector}._domainkey.${domain}`;
      const texts = await textsOf(resolver, at);
      return texts?.some((text) => /(^|;) *p=[^; ]/.test(text)) ? [at] : [];
    }),
  );
  const [at] = found.flat();
  return at === undefined
    ? note(name, `Your mail provider names its entry (NAME._domainkey.${domain}); none has one of the usual names.`)
    : right(name, `${at} has a key.`);
}

async function checkDmarc(resolver: Asked, domain: string): Promise<Check> {
  const name = 'DMARC';
  const at = `_dmarc.${domain}`;
  const texts = await textsOf(resolver, at);
  if (texts === null) return unasked(name, at);
  const record = texts.find((text) => /^v=dmarc1/i.test(text));
  if (record === undefined) return missing(name, at, 'v=DMARC1; p=quarantine');
  if (/; *p=none/i.test(record))
    return note(name, `${at} only watches (p=none). After two weeks, make it p=quarantine.`);
  return right(name, `${at}: ${record.slice(0, 200)}`);
}

export async function checkSenderDomain(
  { mailFrom, siteUrl, smtpUrl }: Pick<Env, 'mailFrom' | 'siteUrl' | 'smtpUrl'>,
  resolver: Asked = new Resolver({ timeout: 3_000, tries: 2 }),
): Promise<Check[]> {
  if (smtpUrl === undefined || isOnThisMachine(siteUrl)) return [];
  const domain = /@([^\s@<>]+?)>?$/.exec(mailFrom)?.[1] ?? '';
  return Promise.all([checkSpf, checkDkim, checkDmarc].map((check) => check(resolver, domain)));
}
