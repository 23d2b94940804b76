/** '{name}' and '{{name}}' become the value of `name`; what nobody knows stays as it was typed. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}|\{(\w+)\}/g, (typed, one: string | undefined, two: string | undefined) => {
    const name = one ?? two ?? '';
    return Object.hasOwn(values, name) ? (values[name] ?? typed) : typed;
  });

/** The help under an answer: what stands for what. A report has no name, a message mostly no business. */
export function gapHelp({ name, business }: { name: boolean; business: boolean }): string {
  const own = [
    name ? '{{name}} with the sender’s name' : '',
    business ? '{{business}} with the name of the business' : '',
    '{{town}}, {{phone}} and {{email}} with those of the town',
  ];
  return `In an answer these are filled in: ${own.filter(Boolean).join('; ')}.`;
}

const inOr = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Says why a typed answer cannot be sent: it has words in braces that stand for nothing. null: it has none. */
export function emptyGaps(typed: string, values: Readonly<Record<string, string>>): string | null {
  const gaps = [...typed.matchAll(/\{\{?\s*(\w+)\s*\}?\}/g)];
  const empty = gaps.flatMap(([gap, name = '']) => (Object.hasOwn(values, name) ? [] : [gap]));
  if (empty.length === 0) return null;
  const known = inOr.format(Object.keys(values).map((name) => `{{${name}}}`));
  return `${[...new Set(empty)].join(', ')} would be sent as it stands, for nothing here has that name. Please write it out, or use ${known}.`;
}
