interface ReasonLink {
  /** A path for a page of this site. */
  href: string;
  label: string;
}

const labels = [
  [/^\/business\//, 'View it'],
  [/^\/claim-business\b/, 'Claim it'],
  [/^\/edit-business\//, 'Edit it'],
] as const;

function linkOf(address: string, siteUrl: string): ReasonLink {
  if (!address.startsWith(`${siteUrl}/`)) return { href: address, label: address.replace(/^https?:\/\//, '') };
  const href = address.slice(siteUrl.length);
  return { href, label: labels.find(([path]) => path.test(href))?.[1] ?? href };
}

/** The text line by line; web addresses in it become links, those of this site by what they are for. */
export function reasonParts(text: string, siteUrl: string): (string | ReasonLink)[][] {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        // The dot or bracket after an address belongs to the sentence.
        .split(/(https?:\/\/[^\s<>"]*[^\s<>"().,;:!?'])/)
        .map((part, at) => (at % 2 === 0 ? part : linkOf(part, siteUrl)))
        .filter((part) => part !== ''),
    );
}

/** The first words of the reason of a duplicate. */
export const duplicateStart = 'This business is in the directory already: ';

/** Tells whether a listing was refused as a duplicate of one that is the person's own by now. */
export function isOfOwnTwin(
  reason: string,
  own: readonly { slug: string; status: string; isOwner: boolean }[],
): boolean {
  if (!reason.startsWith(duplicateStart)) return false;
  const slug = /\/business\/([\w-]+)/.exec(reason)?.[1];
  return own.some((listing) => listing.slug === slug && listing.isOwner && listing.status === 'approved');
}
