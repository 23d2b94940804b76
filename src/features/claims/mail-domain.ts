/**
 * Tells whether a mailbox belongs to a listing's website. A confirmed one approves a claim without staff, so every doubt is
 * a no, and staff decide (docs/product-rules.md#claim-proof).
 */
import { hostOf, isHosted, isSharedSite, registeredDomain, siteDomain } from '#shared/site-domain.ts';

/** Domains where anybody can have a mailbox: free mail, internet providers, aliases. */
const openMailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com passport.com yahoo.com ymail.com rocketmail.com
  aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com tuta.com tuta.io gmx.com gmx.net
  gmx.us mail.com email.com usa.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com yandex.com mail.ru inbox.com
  hushmail.com duck.com mozmail.com simplelogin.com anonaddy.com mailinator.com guerrillamail.com 10minutemail.com
  att.net sbcglobal.net bellsouth.net swbell.net pacbell.net ameritech.net flash.net prodigy.net verizon.net comcast.net
  xfinity.com cox.net charter.net spectrum.net rr.com twc.com roadrunner.com earthlink.net mindspring.com juno.com
  netzero.net netzero.com centurylink.net embarqmail.com q.com windstream.net frontier.com frontiernet.net optonline.net
  optimum.net suddenlink.net grandecom.net gvtc.com gvtc.net satx.rr.com hughes.net btinternet.com orange.fr web.de
  t-online.de`
    .trim()
    .split(/\s+/),
);

/** Free mail under the suffixes of many countries: 'gmx.at', 'outlook.es', 'yahoo.co.uk'. */
const openMailNames: ReadonlySet<string> = new Set(
  'gmail googlemail outlook hotmail live msn yahoo ymail aol gmx mail yandex zoho protonmail tutanota'.split(' '),
);

/** The domain of a mailbox. */
export function mailDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 ? null : hostOf(`http://${email.slice(at + 1)}`);
}

export function isOpenMailDomain(domain: string): boolean {
  const registered = registeredDomain(domain) ?? domain;
  const [name = ''] = registered.split('.');
  return openMailDomains.has(domain) || openMailDomains.has(registered) || openMailNames.has(name);
}

/** The value of claims.mailDomain; null for free mail. */
export function ownDomain(email: string): string | null {
  const domain = mailDomain(email);
  return domain === null || isOpenMailDomain(domain) ? null : domain;
}

/** Every student and guest has a mailbox there. */
const isSchool = (domain: string) => /\.edu(\.[a-z]{2})?$|\.ac\.[a-z]{2}$|(^|\.)k12\./.test(domain);

/**
 * True when the mailbox is at the website's own domain: equal, or one below the other ('mail.oak.com' and
 * 'oak.com'), both below one registered name. The caller checks whether the mailbox is confirmed.
 */
export function isMailboxOfSite(email: string, website: string | null): boolean {
  const mail = mailDomain(email);
  const site = siteDomain(website);
  if (mail === null || site === null) return false;
  if (isOpenMailDomain(mail) || isSharedSite(site) || isSharedSite(mail) || isSchool(mail)) return false;
  if (isHosted(mail) || isHosted(site)) return false;
  const registered = registeredDomain(mail);
  if (registered === null || registered !== registeredDomain(site)) return false;
  return mail === site || mail.endsWith(`.${site}`) || site.endsWith(`.${mail}`);
}
