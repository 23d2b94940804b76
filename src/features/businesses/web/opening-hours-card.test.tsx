import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OpeningHoursCard } from './opening-hours-card.tsx';

test('holidays stand below the week, with their dates', () => {
  const holidays = [
    { day: '2026-11-26', name: 'Thanksgiving', isClosed: false },
    { day: '2026-12-25', name: 'Christmas Day', isClosed: true },
  ];
  const given = { hours: { thu: [['09:00', '17:00'] as [string, string]] }, closures: [], state: null };
  const said = (part: { holidays?: typeof holidays }) =>
    renderToString(<OpeningHoursCard {...given} {...part} />).replace(/<!--.*?-->/g, '');
  expect(said({ holidays })).toMatch(
    /<li>Thanksgiving, Thursday, November 26: hours may differ<\/li><li>Christmas Day, Friday, December 25: closed<\/li>/,
  );
  expect(said({})).not.toContain('<ul');
});
