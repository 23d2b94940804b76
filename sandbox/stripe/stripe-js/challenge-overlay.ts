/** The bank's confirmation step, shown over the site's page. */
import { sandboxOrigin } from './frame-link.ts';

/** Resolves to 'closed' when the customer leaves without an answer. */
export function showChallenge(address: string): Promise<'answered' | 'closed'> {
  return new Promise((done) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Confirm your payment');
    Object.assign(dialog.style, {
      border: '0',
      borderRadius: '8px',
      // Centers the dialog even when the site's styles reset its margin.
      margin: 'auto',
      padding: '0',
      width: 'min(30rem, calc(100vw - 2rem))',
      height: '20rem',
      maxWidth: 'none',
      overflow: 'hidden',
    });
    const frame = document.createElement('iframe');
    frame.title = 'Confirm your payment';
    frame.src = `${address}${address.includes('?') ? '&' : '?'}framed=1`;
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block' });
    dialog.append(frame);

    const end = (how: 'answered' | 'closed') => {
      removeEventListener('message', listen);
      dialog.remove();
      done(how);
    };
    const listen = (event: MessageEvent) => {
      if (event.origin !== sandboxOrigin || event.source !== frame.contentWindow) return;
      if (event.data?.sandbox === 'challenge-done') end('answered');
      if (event.data?.sandbox === 'challenge-closed') end('closed');
    };
    addEventListener('message', listen);
    dialog.addEventListener('cancel', () => end('closed'));
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();
  });
}
