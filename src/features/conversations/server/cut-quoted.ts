/** Takes a reply apart: what the person wrote, and the earlier mail that the mail program put below it. */

const intros = [
  /^(On|Am|Le|El|Il|Op|Em)\b.{4,300}(wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu).{0,120}:\s*$/,
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Mensaje original|Message d'origine|Forwarded message)\s*-{2,}$/i,
  /^_{20,}$/,
];
/** The head of the earlier mail, as Outlook writes it. */
const head = /^\*?(From|Von|De|Da):\*? .+@?/;
const headGoesOn = /^\*?(Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Enviado|Fecha|Para|Asunto|Envoyé|À|Objet):\*? /;

const isQuoted = (line: string) => line.trim() === '' || line.startsWith('>');

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  // Mail programs break the line before 'wrote:'.
  const joined = `${line} ${lines[at + 1] ?? ''}`.trim();
  const below = lines.slice(at + 1);
  if (line.startsWith('>')) return lines.slice(at).every(isQuoted);
  if (intros[0]?.test(line.trim()) || (!/:\s*$/.test(line) && intros[0]?.test(joined))) {
    const rest = intros[0].test(line.trim()) ? below : below.slice(1);
    const hasMarks = rest.some((one) => one.startsWith('>'));
    // An answer between quoted lines stays whole.
    return !hasMarks || rest.every(isQuoted);
  }
  if (intros.slice(1).some((intro) => intro.test(line.trim()))) return true;
  return head.test(line.trim()) && lines.slice(at + 1, at + 4).some((one) => headGoesOn.test(one.trim()));
}

/** `quoted` is null when there is none. A reply without words of its own stays whole. */
export function cutQuoted(text: string): { text: string; quoted: string | null } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const at = lines.findIndex((_, index) => beginsQuote(lines, index));
  if (at < 0) return { text: lines.join('\n').trim(), quoted: null };
  const own = lines.slice(0, at).join('\n').trim();
  const quoted = lines.slice(at).join('\n').trim();
  return own === '' ? { text: quoted, quoted: null } : { text: own, quoted: quoted === '' ? null : quoted };
}
