/**
 * The browser follows a link itself: another tab or window, a download, another mouse button, another site, and from a copy that
 * the device has kept: there the next page comes from the device, too, and only the browser asks for it.
 */
export function isForBrowser(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
  link: HTMLAnchorElement,
): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const elsewhere = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download');
  const isCopy = 'copy' in document.documentElement.dataset;
  return event.button !== 0 || withKey || elsewhere || isCopy || link.origin !== window.location.origin;
}

/** The link leads to the address that is shown, so following it adds nothing to the history. */
export const isHere = (link: HTMLAnchorElement): boolean => link.href === window.location.href;

/** Marks the link until its page is there: a touch has an answer at once, also on a slow line. */
export function markFollowed(link: Pick<HTMLAnchorElement, 'dataset'>, moved: Promise<void>): void {
  link.dataset.followed = '';
  void moved.finally(() => delete link.dataset.followed);
}
