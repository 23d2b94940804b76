/** Reads what mail servers report about a mail: that it came back (RFC 3464), or that its reader calls it spam (RFC 5965). */
import type { Email } from 'postal-mime';
import { firstLetters, storableText } from '#shared/whole-letters.ts';

export interface DeliveryReport {
  /** 'delayed': nothing is decided yet. */
  kind: 'failed' | 'delayed' | 'complaint';
  /** '5.1.1'; '' when the report has none. */
  status: string;
  /** The server's own words. */
  detail: string;
}

/** Null for a mail that reports nothing. */
export function readDeliveryReport(mail: Pick<Email, 'attachments'>): DeliveryReport | null {
  for (const { mimeType, content } of mail.attachments) {
    if (mimeType === 'message/feedback-report') {
      const kind = field(textOf(content), 'Feedback-Type').toLowerCase();
      return kind === 'abuse' || kind === 'fraud' ? { kind: 'complaint', status: '', detail: kind } : null;
    }
    if (!/^message\/(global-)?delivery-status$/.test(mimeType)) continue;
    const text = textOf(content);
    const action = field(text, 'Action').toLowerCase();
    if (action !== 'failed' && action !== 'delayed') return null;
    const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(field(text, 'Status'))?.[0] ?? '';
    // 'smtp; 550 5.1.1 no such user'
    const detail = field(text, 'Diagnostic-Code').replace(/^[\w-]+\s*;\s*/, '');
    return { kind: action, status, detail: firstLetters(detail, 300) };
  }
  return null;
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return storableText(typeof content === 'string' ? content : new TextDecoder().decode(content));
}

/** A header's first value; lines that begin with a space continue it. */
function field(text: string, name: string): string {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1] ?? '';
  return found.replace(/\s+/g, ' ').trim();
}
