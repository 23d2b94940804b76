/** The domain of a website, and whether it belongs to one party alone. */
import { parse } from 'tldts';

/** With the section of names that others let: 'github.io', 'us.org'. */
const publicSuffixes = { allowPrivateDomains: true, extractHostname: false };

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
  hub.biz homestead.com glossgenius.com weeblysite.com calendly.com setmore.com acuityscheduling.com mindbodyonline.com
  wa.me t.me bit.ly tinyurl.com t.co ow.ly is.gd t.ly rb.gy cutt.ly lnk.bio bio.link`
    .trim()
    .split(/\s+/),
);

/** The host in lower case and ASCII; null when it is not a host name. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const host = hostname.replace(/\.$/, '');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) ? host : null;
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
export const isHosted = (host: string) => parse(host, publicSuffixes).isPrivate === true;

/** Many people have pages there: the name is nobody's own. */
export const isSharedSite = (domain: string) =>
  sharedSites.has(domain) || sharedSites.has(registeredDomain(domain) ?? domain);
