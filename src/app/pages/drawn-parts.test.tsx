import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { DrawnPart, findDrawnPartsBy } from '#web/ui/drawn-part.tsx';
import { DrawnParts } from './drawn-parts.ts';

afterEach(() => findDrawnPartsBy(() => undefined));

interface PageProps {
  town: { name: string };
  section?: string;
  main?: ReactNode;
}

function pageWith(parts: DrawnParts) {
  findDrawnPartsBy((part) => parts.find(part));
  let drawn = 0;
  function Links({ town, section }: PageProps) {
    drawn++;
    return (
      <>
        {town.name} &amp; {section} <a href="/a">a</a>
      </>
    );
  }
  const Page = ({ town, section = '', main }: PageProps) => (
    <div>
      <DrawnPart as="header" of={town} variant={section} className="top">
        <Links town={town} section={section} />
      </DrawnPart>
      <main>{main}</main>
      <DrawnPart as="footer" of={town} variant="" className="end">
        <Links town={town} />
      </DrawnPart>
    </div>
  );
  const draw = (props: PageProps) => parts.draw(() => renderToString(createElement(Page, props)));
  return { draw, drawn: () => drawn };
}

test('a part is drawn once and is the same ever after', () => {
  const { draw, drawn } = pageWith(new DrawnParts());
  const town = { name: '<Olmos>' };
  const first = draw({ town, main: 'x' });
  expect([first.includes('&lt;Olmos>'), drawn()]).toEqual([true, 2]);
  expect(draw({ town, main: 'x' })).toBe(first);
  expect(draw({ town, main: 'y' })).toBe(first.replace('<main>x', '<main>y'));
  expect(drawn()).toBe(2);
});

test('another town or another variant is drawn by itself', () => {
  const { draw } = pageWith(new DrawnParts());
  const town = { name: 'One' };
  draw({ town });
  expect(draw({ town: { name: 'Two' } })).not.toContain('One');
  expect(draw({ town, section: '/news' })).toContain('/news');
  expect(draw({ town })).not.toContain('/news');
});

test("headers of a page's own are not taken for the frame's", () => {
  const { draw } = pageWith(new DrawnParts());
  const town = { name: 'One' };
  const main = (
    <article>
      <header className="x">mine</header>
      <footer>mine, too</footer>
    </article>
  );
  const first = draw({ town, main });
  expect(draw({ town, main })).toBe(first);
});

test('a page that fails leaves nothing behind', () => {
  const parts = new DrawnParts();
  const { draw } = pageWith(parts);
  const town = { name: 'One' };
  const Broken = () => {
    throw new Error('broken');
  };
  expect(() => draw({ town, main: <Broken /> })).toThrow('broken');
  expect(draw({ town })).toBe(draw({ town }));
});
