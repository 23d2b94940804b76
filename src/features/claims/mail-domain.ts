/**
 * Tells whether a mailbox belongs to a listing's website. A confirmed one approves a claim without staff, so every doubt is
 * a no, and staff decide (docs/product-rules.md#claim-proof).
 */
import { parse } from 'tldts';

/** With the section of names that others let: 'github.io', 'us.org'. */
const publicSuffixes = { allowPrivateDomains: true, extractHostname: false };

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

/** Sites with pages of many people: a mailbox there proves nothing about one page. */
const sharedSites: ReadonlySet<string> = new Set(
  `facebook.com fb.com fb.me instagram.com x.com twitter.com tiktok.com youtube.com youtu.be linkedin.com yelp.com
  nextdoor.com pinterest.com threads.net google.com goo.gl g.page business.site withgoogle.com linktr.ee linktree.com
  beacons.ai wix.com wixsite.com editorx.io squarespace.com weebly.com godaddy.com godaddysites.com wordpress.com
  blogspot.com tumblr.com medium.com substack.com shopify.com myshopify.com square.site squareup.com toasttab.com
  clover.com doordash.com ubereats.com grubhub.com opentable.com resy.com booksy.com vagaro.com fresha.com
  styleseat.com schedulicity.com etsy.com ebay.com amazon.com github.io netlify.app vercel.app pages.dev web.app
  firebaseapp.com herokuapp.com webflow.io carrd.co strikingly.com jimdo.com jimdosite.com yolasite.com site123.me
  ueniweb.com tripadvisor.com zillow.com realtor.com healthgrades.com zocdoc.com yellowpages.com bbb.org
  hub.biz homestead.com glossgenius.com weeblysite.com`
    .trim()
    .split(/\s+/),
);

/** The host in lower case and ASCII; null when it is not a host name. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const host = hostname.replace(/\.$/, '');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) ? host : null;
}

/** The domain of a mailbox. */
export function mailDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 ? null : hostOf(`http://${email.slice(at + 1)}`);
}

/** The domain of a website, without 'www.'. */
export function siteDomain(website: string | null): string | null {
  return website === null ? null : (hostOf(website)?.replace(/^www\./, '') ?? null);
}

/**
 * The registered domain: 'shop.oak.com' gives 'oak.com', 'shop.oak.co.uk' gives 'oak.co.uk', by the
 * Public Suffix List. Null for a suffix itself, and where the owner of a name is in doubt.
 */
export function registeredDomain(host: string): string | null {
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  if (labels.length < 2) return null;
  // RFC 2606 reserves these for documentation. The sample content gives each of its businesses a name below
  // one of them.
  if (second === 'example' && ['com', 'net', 'org'].includes(top))
    return labels.length > 2 ? labels.slice(-3).join('.') : null;
  const { domain, publicSuffix } = parse(host, publicSuffixes);
  // Places of the United States ('ci.austin.tx.us') are delegated in a hundred patterns.
  return publicSuffix?.endsWith('.us') ? null : domain;
}

/** Somebody else runs the sites and mailboxes below such a name: 'oak.github.io', 'oak.us.org'. */
const isHosted = (host: string) => parse(host, publicSuffixes).isPrivate === true;

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

const isSharedSite = (domain: string) => sharedSites.has(domain) || sharedSites.has(registeredDomain(domain) ?? domain);

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
