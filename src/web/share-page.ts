import { showToast } from './toast/toast-store.ts';

/**
 * Opens the device's share sheet; where there is none, copies the page's address and says so, or shows it to be copied.
 * Returns whether the visitor has the link now.
 * @param what 'business': what the visitor shares, in the words of the page
 */
export async function sharePage(title: string, url: string, what: string): Promise<boolean> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return true;
    } catch (error) {
      // The visitor closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ isHigh: true, title: 'Link copied', text: `Paste it into a message to share this ${what}.` });
    return true;
  } catch {
    const dialog = await import('./ui/link-dialog.tsx').catch(() => null);
    if (dialog !== null) return dialog.showLink(url, what);
    showToast({ isHigh: true, title: 'Copy this link to share', text: url, ms: 60_000 });
    return false;
  }
}
