import { Icon } from 'lucide-react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import DrawnIcon from './drawn-icon.tsx';

const circle = { name: 'dot', node: [['circle', { cx: '12', cy: '12', r: '3' }]], aliases: [], size: 24 } as never;

test.each([
  ['as it is', {}],
  ['of another size', { size: 18, strokeWidth: 1.5 }],
  ['with classes that need escaping', { className: 'shrink-0 "x" <y> &amp;' }],
  ['with a name for screen readers', { 'aria-label': 'Phone & "more"', role: 'img' }],
  ['with a child', { children: <title>Dot</title> }],
])('an icon %s is the library’s, byte for byte, the second time, too', (_, props) => {
  const own = renderToString(<Icon icon={circle} {...props} />);
  expect(own).toContain('<circle');
  expect([0, 1].map(() => renderToString(<DrawnIcon icon={circle} {...props} />))).toEqual([own, own]);
});

test('two icons with the same attributes keep their own drawings', () => {
  const square = { ...(circle as object), node: [['rect', { width: '8', height: '8' }]] } as never;
  const [one, other] = [circle, square].map((icon) => renderToString(<DrawnIcon icon={icon} size={20} />));
  expect(one).toContain('<circle');
  expect(other).toContain('<rect');
});
