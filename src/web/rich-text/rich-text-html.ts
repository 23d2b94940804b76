/** The HTML that the text editor can hold: a part of what the server's clean-html.ts lets through. */

/** Tags that the editor keeps, or that mean the same as a tag it keeps. */
const held = new Set('p div br hr strong b em i a ul ol li blockquote h1 h2 h3 h4 h5 h6 img span'.split(' '));

const names: Record<string, string> = {
  table: 'a table',
  pre: 'preformatted text',
  code: 'code',
  dl: 'a list of terms',
  figure: 'a picture with a caption',
  u: 'underlined text',
  s: 'crossed-out text',
  sub: 'lowered text',
  sup: 'raised text',
};

/** Names what the editor would lose of this HTML; [] when it holds all of it. */
export function lostByEditor(html: string, { allowImages }: { allowImages: boolean }): string[] {
  const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase()));
  const lost = new Set<string>();
  for (const tag of tags) {
    if (tag === 'img' && !allowImages) lost.add('a picture');
    else if (!held.has(tag) && names[tag] !== undefined) lost.add(names[tag]);
    else if (!held.has(tag) && !/^(t[rdh]|thead|tbody|tfoot|caption|d[td]|figcaption)$/.test(tag)) lost.add(`<${tag}>`);
  }
  return [...lost];
}

/** Removes the empty lines at the end that the editor needs for its cursor; '' when there is no text. */
export function withoutEmptyEnd(html: string): string {
  return html.replace(/(?:\s*<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>)+\s*$/, '');
}
