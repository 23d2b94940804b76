import { describe, expect, it } from 'vitest';
import {
  addedLink,
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  neededLink,
  usernameVariable,
} from './mail-text.ts';
import { fillMailText, mailTextFaults } from './read-mail-text.ts';

const mail = defineMail({
  name: 'test',
  group: 'Listings',
  when: 'Always.',
  to: 'the owner',
  variables: {
    username: usernameVariable,
    business: businessVariable,
    reason: neededBlock('what staff wrote', []),
    edit: neededLink('opens the form', '/edit'),
    view: linkVariable('opens the page', '/view'),
  },
  conditions: { free: { means: 'it costs nothing', example: true }, late: { means: 'it came late', example: false } },
  subject: '{{business}} is listed',
  text: ['Hello {{username}},', '{{reason}}', '{{when not free}} {{edit: Edit it}}', '{{view: View}}'],
});

const values = {
  site: 'Oak Bend',
  username: '{{edit}}',
  business: 'de Luca',
  reason: [{ quote: 'Why' }],
  edit: 'https://a.example/edit',
  view: null,
  free: false,
  late: true,
};
const fill = (text: string, more: Partial<typeof values> = {}) =>
  fillMailText(mail, { subject: 'x', text }, { ...values, ...more }).parts;

const faults = (text: string, subject = 'Hello') => mailTextFaults(mail, { subject, text });
const whole = '{{reason}}\n\n{{edit}}';

describe('filling', () => {
  it('takes variables, capitals and line ends, and never reads a value again', () => {
    expect(fill('Hello {{ username }}, {{business}}\n{{Business}} of {{site}}')).toEqual([
      'Hello {{edit}}, de Luca\nDe Luca of Oak Bend',
    ]);
    expect(fillMailText(mail, mail.builtIn, values).subject).toBe('de Luca is listed');
  });

  it('makes buttons and blocks of paragraphs, and leaves out those without a value', () => {
    expect(fill('{{reason}}\r\n\r\n{{edit: Change it}}\n \n{{edit}}\n\n{{view}}')).toEqual([
      { quote: 'Why' },
      { label: 'Change it', url: 'https://a.example/edit' },
      { label: 'Edit it', url: 'https://a.example/edit' },
    ]);
  });

  it('takes names in one brace, too, as answers have them; other words in braces are words', () => {
    expect(fill('Hello {username}, {Business} and {nobody}\n{{business}}')).toEqual([
      'Hello {{edit}}, De Luca and {nobody}\nde Luca',
    ]);
    expect(faults('{reason}\n\n{edit: Change it}')).toEqual({});
    expect(faults(whole, '{business} is listed')).toEqual({});
  });

  it('shows a paragraph in its cases only', () => {
    const text = '{{when free}} Free\n\n{{when not free}} {{when late}} Late and not free\n\n{{when late}} Late';
    expect(fill(text)).toEqual(['Late and not free', 'Late']);
    expect(fill(text, { free: true, late: false })).toEqual(['Free']);
  });
});

it('a text without a link that comes with every mail ends with it, in the case in which it is missing', () => {
  const added = defineMail({
    ...mail,
    variables: { ...mail.variables, talk: addedLink('opens the talk', '/talk') },
    subject: 'x',
    text: [mail.builtIn.text, '{{talk: Write back}}', 'Bye'],
  });
  const talk = 'https://a.example/talk';
  const link = { label: 'Write back', url: talk };
  const parts = (text: string, more: object = {}) =>
    fillMailText(added, { subject: 'x', text }, { ...values, talk, ...more }).parts;
  expect(mailTextFaults(added, { subject: 'x', text: `${whole}\n\nHi` })).toEqual({});
  expect(parts('Hi')).toEqual(['Hi', link]);
  expect(parts('{{talk: Go}}\n\nHi')).toEqual([{ label: 'Go', url: talk }, 'Hi']);
  expect(parts('{{when free}} {{talk: Go}}\n\nHi')).toEqual(['Hi', link]);
  expect(parts('Hi', { talk: null })).toEqual(['Hi']);
});

describe('faults', () => {
  it('finds none in the built-in text, nor where a needed link stands in more cases', () => {
    expect(mailTextFaults(mail, mail.builtIn)).toEqual({});
    expect(faults(whole)).toEqual({});
    expect(faults('{{reason}}\n\n{{when free}} {{edit}}\n\n{{when not free}} {{edit: Go}}')).toEqual({});
  });

  it('names a misspelt variable, and lists what may be used', () => {
    expect(faults(`${whole}\n\nHello {{usrname}}`).text).toBe(
      'There is no {{usrname}}. You can use {{username}}, {{business}}, {{reason}}, {{edit}}, {{view}}, {{site}}, {{town}}, {{when free}}, {{when late}}.',
    );
    expect(faults(whole, 'Hello {{constructor}}').subject).toBe(
      'There is no {{constructor}}. You can use {{username}}, {{business}}, {{site}}, {{town}}.',
    );
    expect(faults(`${whole}\n\n{{when fre}} Hello`).text).toMatch(/^There is no \{\{when fre\}\}\. You can use/);
    expect(faults(`${whole}\n\n{{when not toString}} Hello`).text).toMatch(/^There is no \{\{when not toString\}\}/);
    expect(faults(`${whole}\n\nHello {username}}`).text).toMatch(/^Two braces stand/);
    expect(faults(`${whole}\n\nHello {{username}`).text).toMatch(/^Two braces stand/);
  });

  it('misses what the mail needs, in each case', () => {
    expect(faults('{{edit}}').text).toBe('{{reason}} is missing. This mail needs it: what staff wrote.');
    expect(faults('{{reason}}').text).toBe('{{edit}} is missing. This mail needs it: opens the form.');
    expect(faults('{{reason}}\n\n{{when late}} {{edit}}').text).toBe(
      '{{edit}} is missing in the case of {{when not free}} and {{when not late}}.',
    );
  });

  it('wants links and blocks alone, words after a colon for links only, and cases at the beginning', () => {
    expect(faults(`${whole}\n\nPress {{view}}`).text).toMatch(/^\{\{view\}\} needs a paragraph of its own/);
    expect(faults(`${whole}\n\n{{business: Look}}`).text).toMatch(/^Only the words of a button/);
    expect(faults('{{reason: Look}}\n\n{{edit}}').text).toMatch(/^Only a link has words/);
    expect(faults(`${whole}\n\nHello {{when free}}`).text).toMatch(/beginning of a paragraph/);
    expect(faults(whole, 'See {{edit}}').subject).toMatch(/cannot stand in the subject/);
    expect(faults(whole, '{{when free}} Hello').subject).toMatch(/cannot stand in the subject/);
  });

  it('wants a subject and a text, neither too long', () => {
    expect(faults(' \n\n ', ' ')).toEqual({ subject: 'Please enter a subject', text: 'Please enter a text' });
    expect(faults(`${whole}${'x'.repeat(4_000)}`, 'x'.repeat(151))).toEqual({
      subject: 'Please use at most 150 characters',
      text: 'Please use at most 4000 characters',
    });
  });
});
