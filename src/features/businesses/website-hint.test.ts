import { expect, it } from 'vitest';
import { websiteHint } from './website-hint.ts';

it('asks about what no browser could open, and names the address that may be meant', () => {
  for (const fine of [
    '',
    '  ',
    'vicvinyl.com',
    'https://vicvinyl.com/shop',
    'www.vicvinyl.co.uk',
    'vic-vinyl.com:8080',
  ]) {
    expect(websiteHint(fine), fine).toBe('');
  }
  for (const slip of ['vicvinyl', 'Vicvinyl', 'https://vicvinyl', 'www.vicvinyl', ' vicvinyl/ ']) {
    expect(websiteHint(slip), slip).toBe('This is not a web address. Did you mean https://vicvinyl.com?');
  }
  for (const words of ['vic vinyl on Facebook', 'me@vicvinyl.com', 'javascript:alert(1)', '—']) {
    expect(websiteHint(words), words).toBe('This is no web address, such as https://example.com.');
  }
});
