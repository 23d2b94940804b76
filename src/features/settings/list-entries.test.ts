import { expect, it } from 'vitest';
import { describeListChange } from './list-entries.ts';

const altOf = new Map([['oak.svg', 'An oak']]);
const own = (src: string, title: string, subtitle = '') => ({ picture: { src, alt: 'The parade' }, title, subtitle });
const oak = { picture: 'oak.svg', title: 'Oaks', subtitle: 'Tall' };

it('names what changed of a slide, also where its title is another', () => {
  const parade = own('/media/u/a.webp', 'Parade', 'On the Fourth');
  expect(describeListChange([oak, parade], [oak, { ...parade, title: 'The parade' }], altOf)).toEqual([
    { text: 'Name', from: '“Parade”', to: '“The parade”' },
  ]);
  expect(describeListChange([oak, parade], [{ ...parade, subtitle: '' }, oak], altOf)).toEqual([
    { text: '“Parade”, subtitle', from: 'On the Fourth', to: 'none' },
    { text: 'Another order' },
  ]);
  expect(describeListChange([oak], [{ ...oak, picture: parade.picture }, parade], altOf)).toEqual([
    { text: '“Oaks”, picture', from: 'An oak', to: 'The parade (uploaded)' },
    { text: '“Parade”: added' },
  ]);
  expect(describeListChange([parade], [own('/media/u/b.webp', 'Parade', 'On the Fourth')], altOf)).toEqual([
    { text: '“Parade”: another picture' },
  ]);
});

it('names what changed of links and hours, and leaves other values alone', () => {
  const link = { title: 'City Hall', url: 'https://city.example', text: 'The city' };
  const group = { title: 'The city', icon: 'city' as const, links: [link] };
  expect(describeListChange([group], [{ ...group, links: [{ ...link, phone: '210-555-0100' }] }], altOf)).toEqual([
    { text: 'The city, City Hall, phone', from: 'none', to: '210-555-0100' },
  ]);
  expect(describeListChange([{ days: 'Monday', hours: '8 to 5' }], [], altOf)).toEqual([{ text: 'Monday: removed' }]);
  expect(describeListChange('a', 'b', altOf)).toBeNull();
  expect(describeListChange(undefined, null, altOf)).toBeNull();
});
