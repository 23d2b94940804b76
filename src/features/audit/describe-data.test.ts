import { describe, expect, it } from 'vitest';
import { actionText } from './action-words.ts';
import { changedFields, describeData } from './describe-data.ts';

const told = (data: Record<string, unknown> | null) => describeData(data, 'America/Chicago');

describe('the details of an audit row', () => {
  it('show what was and what is, with the labels of the form', () => {
    expect(told({ phone: ['1', '2'], description: ['', 'Bread.'] })).toBe(
      'Phone: 1 → 2; Description: Bread. (none before)',
    );
    expect(told({ rights: [['editor'], ['editor', 'moderator']] })).toBe('Rights: editor → editor, moderator');
    expect(told({ role: ['staff', 'staff'], rights: [['editor'], []], ended: 0 })).toBe(
      'Rights: none now (was editor); Sessions ended: 0',
    );
    expect(told({ role: ['owner', 'staff'] })).toBe('Role: owner → staff');
    expect(told({ phone: [null, ''], links: [[], null], rights: [[], null] })).toBe('');
    expect(told({ hidden: [false, true], rank: [0, 1] })).toBe('Hidden: no → yes; Rank: 0 → 1');
  });

  it('take two rights for a list, and name the days that a series leaves out', () => {
    expect(told({ account: 'known', rights: ['moderator', 'treasurer'] })).toBe(
      'Account: there before; Rights: moderator, treasurer',
    );
    expect(told({ skippedDays: [[], ['2026-12-01']], note: '' })).toBe('December 1, 2026 skipped');
    expect(told({ skippedDays: [['2026-12-01'], null] })).toBe('December 1, 2026 not skipped any more');
    expect(actionText('message.closed', { spam: true })).toBe('Closed a message as spam');
    expect(describeData({ spam: true }, 'America/Chicago', 'message.closed')).toBe('');
  });

  it('show money, times, counts and switches as people write them', () => {
    expect(told({ cents: 2500, endsAt: '2026-07-04T17:00:00.000Z', dryRun: true })).toBe(
      'Amount: $25; Until: July 4, 2026, 12:00 PM; Only tried: yes',
    );
    expect(told({ dryRun: false, sizeBytes: 509, status: ['pending', 'approved'] })).toBe(
      'Size: 509 bytes; Status: waiting for review → approved',
    );
    expect(told({ sizeBytes: 52_000 })).toBe('Size: 52 kB');
    expect(told({ counts: { added: 1200, unchangedRows: 3 } })).toBe('Counts: added 1,200, unchanged rows 3');
  });

  it('tell of one date of a series what was done with it', () => {
    const [action, data] = [
      'event.time-changed',
      { title: 'Market', day: '2027-03-06', as: 'cancelled', note: 'Rain' },
    ];
    expect(actionText(action, data)).toBe('Canceled one date');
    expect(actionText(action, { ...data, as: 'restored' })).toBe('Put one date back');
    expect(describeData(data, 'America/Chicago', action)).toBe('Title: Market; On: March 6, 2027; Note: Rain');
    expect(actionText('event.cancelled', null)).toBe('Canceled an event');
  });

  it('name the fields of an edit, say a rule in words, and list days apart', () => {
    const data = {
      title: 'Yoga',
      rule: ['FREQ=WEEKLY;BYDAY=FR', 'FREQ=WEEKLY;BYDAY=SA'],
      repeats: ['Every week on Friday', 'Every week on Saturday'],
      url: [null, null],
      datesMovedAlong: ['2026-12-11', '2026-12-18'],
      datesDroppedOut: [],
    };
    expect(told(data)).toBe(
      'Title: Yoga; How often: Every week on Friday → Every week on Saturday; Moved along with the series: December 11, 2026 and December 18, 2026',
    );
    expect(changedFields(data)).toBe('How often');
    expect(changedFields({ phone: ['1', '2'], links: [[], ['a']], note: 'x' })).toBe('Phone, Links');
    expect(changedFields(null)).toBe('');
  });

  it('show hours as the public page does', () => {
    const hours = {
      mon: [
        ['09:00', '12:30'],
        ['14:00', '24:00'],
      ],
    };
    expect(told({ hours: [null, hours] })).toBe('Hours: mon 9:00 AM – 12:30 PM, 2:00 PM – 12:00 AM (none before)');
  });

  it('show the prices of the town in dollars, and no names of the code', () => {
    expect(
      describeData(
        { claim: [2500, 3000], premiumYear: [29_000, 29_950] },
        'America/Chicago',
        'settings.prices-changed',
      ),
    ).toBe('Claim: $25 → $30; Premium year: $290 → $299.50');
    const notices = { notices: { category_unknown: 1 }, noticeLines: { category_unknown: [3] } };
    const counts = { read: 2, added: 1, ...notices, unknownCategories: [{ word: 'Friseur', count: 1 }] };
    expect(describeData({ counts, some_code: 'x' }, 'America/Chicago', 'import.done')).toBe(
      'Counts: read 2, added 1; Some code: x',
    );
  });

  it('leave ids and empty values out', () => {
    const claim = '01a20d46-266e-76db-b16d-258be1f8627b';
    expect(told({ claim, subscription: 'sub_123', plan: 'standard', error: null })).toBe('Plan: standard');
    expect(told({ businessesReleased: [claim] })).toBe('');
    expect(told(null)).toBe('');
    expect(told({ announcement: ['Open at 7', 'Open at 8'], former: { text: 'Open at 7' } })).toBe(
      'Announcement: Open at 7 → Open at 8',
    );
  });

  it('show no addresses of pictures and no codes of plans', () => {
    const [one, other] = ['/media/u/1.8x8.webp', '/media/u/2.8x8.webp'];
    expect(told({ url: one })).toBe('Picture: a picture');
    expect(told({ logoUrl: [null, one] })).toBe('Logo: a picture (none before)');
    expect(told({ imageUrl: [one, other] })).toBe('Picture: another picture');
    expect(told({ url: ['https://a.example/', null] })).toBe('Link: none now (was https://a.example/)');
    expect(told({ from: 'week', interval: 'yearly' })).toBe('From: what is new and coming up; Interval: by the year');
    expect(describeData({ plan: 'standard', by: 'staff' }, 'America/Chicago', 'claim.approved')).toBe(
      'Plan: Claim; By: staff',
    );
  });

  it('tell a list of two fields from a change', () => {
    expect(told({ fields: ['phone', 'hours'] })).toBe('Fields: phone, hours');
    expect(told({ fields: ['logoUrl', 'premiumYear'] })).toBe('Fields: logo, premium year');
  });
});

it('a merge tells what the other listing said, and nothing of how it is stored', () => {
  const merged = {
    ...{
      id: '01a22772-908d-7730-9b93-fb31b0d6deb8',
      name: 'Bluebird Cleaners',
      phone: '210-555-0142',
      address: '4515 McCullough',
      source: 'sample',
    },
    ...{ status: 'approved', nameKey: 'bluebird cleaners', version: 1, basicPicture: 'photo', hiddenByOwner: false },
  };
  const data = { phone: [null, '210-555-0142'], source: [null, 'sample'], merged };
  const text = describeData(data, 'America/Chicago', 'business.merged');
  expect(text).toContain('Phone: 210-555-0142 (none before)');
  expect(text).toMatch(/The listing that went: .*name Bluebird Cleaners/);
  expect(text).toContain('address 4515 McCullough');
  expect(text).not.toMatch(/source|sample|key|version|basic|hidden|status/i);
});

it('the counts of an import leave out what there is none of', () => {
  const counts = { read: 4, added: 0, removed: 4, skipped: 0 };
  expect(describeData({ counts }, 'America/Chicago', 'import.undone')).toBe('Counts: read 4, removed 4');
});
