/** The reason of a failed mail in a sentence, from what the mail server or the connection said (RFC 3463 lists the codes). */

const code = (...codes: string[]) => `(?:^|[\\s:>])(?:${codes.join('|')})[\\s-]`;
const enhanced = (...codes: string[]) => `(?:^|\\s)[45]\\.(?:${codes.join('|')})(?=\\s|$)`;

/** The first rule whose pattern fits gives the sentence. */
const rules: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /the key of another site/,
    'It was written by another copy of this site, so its links cannot be read here and it cannot be sent.',
  ],
  [/a payload it does not take/, 'It was written by another release of this site and cannot be sent.'],
  [/certificate|\bTLS\b|\bSSL\b|STARTTLS/i, 'There was no safe connection to the mail server.'],
  [
    new RegExp(
      `invalid login|authentication (?:required|failed|unsuccessful|credentials)|${code('530', '534', '535')}|${enhanced('7\\.8', '7\\.9')}`,
      'i',
    ),
    'The mail server did not accept the log-in of this site. Whoever runs the site can correct it in its settings (SMTP_URL).',
  ],
  [new RegExp(`quota|mailbox (?:is )?full|${code('552')}|${enhanced('2\\.2')}`, 'i'), 'The mailbox is full.'],
  [
    new RegExp(
      `no such|unknown (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address) (?:is )?unknown|does not exist|doesn't exist|not found here|${enhanced('1\\.[12]', '1\\.10', '2\\.1')}`,
      'i',
    ),
    'The mail server says that there is no such mailbox. Look for a slip in the address.',
  ],
  [
    new RegExp(
      `spam|block|blacklist|denylist|reputation|dmarc|\\bspf\\b|\\bdkim\\b|policy|relay|${enhanced('7\\.\\d+')}`,
      'i',
    ),
    'The mail server does not accept our mail: it counts it as unwanted, or does not trust the sender.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE|ESOCKET|timeout|timed out|greeting never|closed unexpectedly/i,
    'The mail server could not be reached.',
  ],
  [/no recipients|invalid (?:recipient|address)|EENVELOPE/i, 'Its address is not one to which mail can go.'],
  [new RegExp(code('4\\d\\d')), 'The mail server put it off each time.'],
  [new RegExp(code('5\\d\\d')), 'The mail server refused it.'],
];

export function whyFailed(said: string): string {
  return rules.find(([pattern]) => pattern.test(said))?.[1] ?? 'It could not be handed over to the mail server.';
}
