import { expect, it } from 'vitest';
import { checkSvg } from './check-svg.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 1600 700"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

it('takes shapes, gradients, patterns and styles of its own', () => {
  const drawing = svg(
    '<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"/><path id="p" d="M0 0"/></defs><use href="#p"/><path fill="url(#g)"/><image href="data:image/png;base64,AA"/>',
  );
  expect(checkSvg(drawing)).toEqual({ width: 1600, height: 700 });
  expect(checkSvg(svg('', 'viewBox="0,0,99.6,50"'))).toEqual({ width: 100, height: 50 });
});

it.each([
  '<script>alert(1)</script>',
  '<svg:script>alert(1)</svg:script>',
  '<path onclick="alert(1)"/>',
  '<path\nonload = "alert(1)"/>',
  '<foreignObject><p/></foreignObject>',
  '<a href="https://e.example"><path/></a>',
  '<a xlink:href="javascript:alert(1)"><path/></a>',
  '<use href="other.svg#x"/>',
  '<image href="https://e.example/x.png"/>',
  '<image href="data:image/svg+xml;base64,AA"/>',
  "<image href='//e.example/x.png'/>",
  '<style>@import "x.css";</style>',
  '<path fill="url(https://e.example/x.svg#g)"/>',
  '<style>.a{fill:url("https://e.example/x.svg#g")}</style>',
  '<!DOCTYPE svg [<!ENTITY x "y">]>',
  '<?xml-stylesheet href="x.css"?>',
])('refuses %j', (inner) => {
  expect(() => checkSvg(svg(inner))).toThrow('The drawing contains');
});

it('refuses a drawing without a size', () => {
  expect(() => checkSvg(svg('', 'width="10"'))).toThrow('viewBox');
});
