import { showToast } from '#web/toast/toast-store.ts';

/** Opens the device's share sheet; where there is none, copies the page's address and says so. */
export async function shareBusiness(name: string, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: name, url });
      return;
    } catch (error) {
      // The visitor closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: 'Link copied', text: 'Paste it into a message to share this business.' });
  } catch {
    showToast({ title: 'Copy this link to share', text: url });
  }
}
