/**
 * The browser follows a link itself: another tab or window, a download, another mouse button, another site. Without a connection
 * it does so, too, where the device keeps pages (docs/decisions/0031-saved-copy.md): only the browser asks for those.
 */
export function isForBrowser(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
  link: HTMLAnchorElement,
): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const elsewhere = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download');
  const isCopy = 'copy' in document.documentElement.dataset;
  const fromDevice = isCopy || (navigator.onLine === false && navigator.serviceWorker?.controller);
  return event.button !== 0 || withKey || elsewhere || Boolean(fromDevice) || link.origin !== window.location.origin;
}

/** The link leads to the address that is shown, so following it adds nothing to the history. */
export const isHere = (link: HTMLAnchorElement): boolean => link.href === window.location.href;

/** Marks the link until its page is there: a touch has an answer at once, also on a slow line. */
export function markFollowed(link: Pick<HTMLAnchorElement, 'dataset'>, moved: Promise<void>): void {
  link.dataset.followed = '';
  void moved.finally(() => delete link.dataset.followed);
}
