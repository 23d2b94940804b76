import { expect, it } from 'vitest';
import type { Notice } from './contract.ts';
import { noticeBar } from './notice-bar.ts';

const notice: Notice = {
  id: '0198c0de-0000-7000-8000-000000000000',
  severity: 'warning',
  text: 'Olmos Drive is closed.',
  url: null,
  label: null,
  startsAt: '2026-07-04T15:00:00.000Z',
  endsAt: null,
  version: 1,
};

it('is nothing without notices', () => expect(noticeBar([], 'America/Chicago')).toBe(''));

it('says in words how serious it is, until when, and where to read on', () => {
  const html = noticeBar([{ ...notice, endsAt: '2026-07-05T00:00:00.000Z', url: '/news/closed' }], 'America/Chicago');
  expect(html).toContain('<strong>Warning:</strong> Olmos Drive is closed.');
  expect(html).toContain('Until Saturday, July 4, 7:00 PM.');
  expect(html).toContain('<a href="/news/closed">Read more</a>');
  expect(html).toContain('data-until="2026-07-05T00:00:00.000Z"');
});

it('lets only an emergency interrupt a screen reader', () => {
  expect(noticeBar([notice], 'UTC')).toContain('role="status"');
  expect(noticeBar([{ ...notice, severity: 'emergency' }], 'UTC')).toContain('role="alert"');
});

it('shows markup as it was typed', () => {
  const html = noticeBar(
    [{ ...notice, text: '<img src=x onerror=alert(1)>', url: 'https://a.example/"><script>', label: '</a><b>' }],
    'UTC',
  );
  expect(html).not.toMatch(/<(img|script|b)\b/);
  expect(html.match(/<a /g)).toHaveLength(1);
});
