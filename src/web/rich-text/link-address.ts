/** Checks the links that staff may set: pages, mailboxes, and this site's own paths. */

type CheckedLink = { href: string; problem?: undefined } | { href?: undefined; problem: string };

const how = 'Use a web address like https://example.com, an email address, or a page of this site like /events.';

/** Returns the address as it is stored; a bare 'example.com' or 'ann@example.com' is completed. */
export function checkLink(typed: string): CheckedLink {
  const text = typed.trim();
  if (text === '') return { problem: 'Please enter an address.' };
  if (/\s/.test(text)) return { problem: `An address has no spaces. ${how}` };
  if (/^\/(?![/\\])/.test(text)) return { href: text };
  if (/^[/\\]/.test(text)) return { problem: `This cannot be linked to. ${how}` };
  if (/^mailto:/i.test(text)) return mailbox(text.slice('mailto:'.length));
  if (/^[^@:/?#]+@[^@:/?#]+$/.test(text)) return mailbox(text);
  const isBare = !/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  return web(isBare ? `https://${text}` : text);
}

function mailbox(address: string): CheckedLink {
  return /^[^@?]+@[^@?]+\.[^@?.]+(?:\?.*)?$/.test(address)
    ? { href: `mailto:${address}` }
    : { problem: 'Please check the email address.' };
}

function web(address: string): CheckedLink {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return { problem: `This cannot be linked to. ${how}` };
  const { hostname, href } = new URL(address);
  return hostname.includes('.') || hostname === 'localhost'
    ? { href }
    : { problem: `This address is not complete. ${how}` };
}
