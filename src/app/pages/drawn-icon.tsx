/** Server: an icon of lucide-react, drawn once for each set of attributes. The browser's own makes the same markup. */
import { Icon, type LucideProps } from 'lucide-react';
import { createElement, type SVGProps } from 'react';
import { renderToString } from 'react-dom/server';

type IconData = NonNullable<React.ComponentProps<typeof Icon>['icon']>;

type Drawn = SVGProps<SVGSVGElement> | null;

const drawn = new WeakMap<IconData, Map<string, Drawn>>();

/** Returns null for attributes with escaped characters: the library draws those each time. */
function draw(icon: IconData, props: LucideProps): Drawn {
  const markup = renderToString(<Icon icon={icon} {...props} />);
  const end = /^<svg(?: [\w:-]+(?:="[^"&]*")?)*>/.exec(markup)?.[0].length;
  if (end === undefined) return null;
  const attributes = markup.slice(0, end).matchAll(/ ([\w:-]+)(?:="([^"]*)")?/g);
  return {
    ...Object.fromEntries([...attributes].map(([, name, value]) => [name, value ?? true])),
    dangerouslySetInnerHTML: { __html: markup.slice(end, -'</svg>'.length) },
  };
}

/** Stands for the library's Icon in the server's build (scripts/server-icons.ts): to make one took ten times as long. */
export default function DrawnIcon({ icon, ...props }: { icon: IconData } & LucideProps) {
  if (props.children !== undefined) return <Icon icon={icon} {...props} />;
  const key = JSON.stringify(props);
  const known = drawn.get(icon) ?? new Map<string, Drawn>();
  const isKnown = known.has(key);
  const svg = isKnown ? (known.get(key) ?? null) : draw(icon, props);
  if (!isKnown) drawn.set(icon, known.set(key, svg));
  return svg === null ? <Icon icon={icon} {...props} /> : createElement('svg', svg);
}
