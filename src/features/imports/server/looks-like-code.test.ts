import { expect, it } from 'vitest';
import { looksLikeCode } from './looks-like-code.ts';

it.each([
  ["import { a } from 'b';\nconst c = 1;"],
  ['/** Writes a file. */\nexport default 1'],
  ['// a note\nlet a = 1;'],
  ['"use strict";var a=1'],
  ['!function(){return 1}()'],
  ['(()=>{var a=1})()'],
  ['(function () {\n  return 1;\n})();'],
  ['const a = 1, b = 2;\n'],
  ['export{a as b};'],
  ['#!/bin/sh\necho 1'],
  ['<?php echo 1;'],
  ['body {\n  color: red;\n}'],
  ['.card, .box { color: red; }'],
  ['@charset "utf-8";'],
  ['foo(1);\nbar(2);\nif (x) {\n  baz();\n}\n'],
])('%j is code', (text) => {
  expect(looksLikeCode(text)).toBe(true);
});

it.each([
  ['name,address\nFig House,1 Main St\n'],
  ['Imported,Export,Class\nFig House,1 Main St,A\n'],
  ['Nombre;Dirección;\nFig;1 Main St;\nJam;2 Main St;\nOak;3 Main St;\nElm;4 Main St;\n'],
  ['Shop\nFig House\nFigs (downtown)\nJam (uptown)\nOak (old)\n'],
  ['import date,name\n2026-01-01,Figs\n'],
  ['class\tname\nA\tFigs\n'],
  ['let us,name\nyes,Figs\n'],
  ['name,tags\nFig House,"{a,b}"\nJam,"{c}"\n'],
  ['# Businesses of the town\nname,address\nFig House,1 Main St\n'],
  ['Business Name (legal), Phone (day)\nFigs,1\n'],
])('%j is no code', (text) => {
  expect(looksLikeCode(text)).toBe(false);
});
