import { showToast } from './toast/toast-store.ts';

/**
 * Opens the device's share sheet; where there is none, copies the page's address and says so.
 * @param what 'business': what the visitor shares, in the words of the page
 */
export async function sharePage(title: string, url: string, what: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The visitor closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ isHigh: true, title: 'Link copied', text: `Paste it into a message to share this ${what}.` });
  } catch {
    showToast({ isHigh: true, title: 'Copy this link to share', text: url });
  }
}
