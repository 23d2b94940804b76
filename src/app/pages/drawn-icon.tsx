/** Server: an icon of lucide-react, drawn once for each set of attributes. The browser's own makes the same markup. */
import { Icon, type LucideProps } from 'lucide-react';
import { createElement, type SVGProps } from 'react';
import { renderToString } from 'react-dom/server';

type IconData = NonNullable<React.ComponentProps<typeof Icon>['icon']>;

const drawn = new WeakMap<IconData, Map<string, SVGProps<SVGSVGElement>>>();

const textOf = (escaped: string) => escaped.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function draw(icon: IconData, props: LucideProps): SVGProps<SVGSVGElement> {
  const markup = renderToString(<Icon icon={icon} {...props} />);
  const end = /^<svg(?: [\w:-]+(?:="[^"]*")?)*>/.exec(markup)?.[0].length;
  if (end === undefined) throw new Error(`no icon: ${markup}`);
  const attributes = markup.slice(0, end).matchAll(/ ([\w:-]+)(?:="([^"]*)")?/g);
  return {
    ...Object.fromEntries([...attributes].map(([, name, value]) => [name, value === undefined ? true : textOf(value)])),
    dangerouslySetInnerHTML: { __html: markup.slice(end, -'</svg>'.length) },
  };
}

/** Stands for the library's Icon in the server's build (scripts/server-icons.ts): to make one took ten times as long. */
export default function DrawnIcon({ icon, ...props }: { icon: IconData } & LucideProps) {
  if (props.children !== undefined) return <Icon icon={icon} {...props} />;
  const key = JSON.stringify(props);
  const known = drawn.get(icon) ?? new Map<string, SVGProps<SVGSVGElement>>();
  const attributes = known.get(key) ?? draw(icon, props);
  if (!known.has(key)) drawn.set(icon, known.set(key, attributes));
  return createElement('svg', attributes);
}
