import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { fillLetter } from '#server/mail/compose-letter.ts';
import { exampleValues } from '#server/mail/mail-examples.ts';
import { mailTextFaults } from '#server/mail/read-mail-text.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { mailTexts } from './mail-texts.ts';

const env = readEnv({ SITE_URL: 'https://oakbend.example' });

it('has a name of its own for each mail, and sentences about when it is sent', () => {
  const names = mailTexts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  expect(mailTexts.filter(({ when }) => !/^[A-Z].*\.$/.test(when))).toEqual([]);
});

it('has built-in texts that staff could write, and no name for two things', () => {
  for (const mail of mailTexts) {
    expect([mail.name, mailTextFaults(mail, mail.builtIn)]).toEqual([mail.name, {}]);
    const both = Object.keys(mail.conditions).filter((name) => Object.hasOwn(mail.variables, name));
    expect([mail.name, both]).toEqual([mail.name, []]);
  }
});

it('has a use for each case', () => {
  for (const mail of mailTexts) {
    const isUsed = (name: string) => new RegExp(`\\{\\{when (not )?${name}\\}\\}`).test(mail.builtIn.text);
    expect([mail.name, Object.keys(mail.conditions).filter((name) => !isUsed(name))]).toEqual([mail.name, []]);
  }
});

it('greets nobody with a link, and breaks no name with a dot', () => {
  const greeted = mailTexts.filter(({ builtIn }) => builtIn.text.includes('{{username}}'));
  expect(greeted.length).toBeGreaterThan(50);
  for (const mail of greeted) {
    const mailed = (username: string) =>
      fillLetter({ city: aCity(), env }, mail, mail.builtIn, { ...exampleValues(mail, env.siteUrl), username }).text;
    expect([mail.name, mailed('rosa.delgado').includes('rosa.delgado')]).toEqual([mail.name, true]);
    expect([mail.name, mailed('evil.com').includes('evil.com')]).toEqual([mail.name, false]);
  }
});

it('leaves no brace in any mail, whatever the case', () => {
  for (const mail of mailTexts) {
    for (const is of [true, false]) {
      const cases = Object.fromEntries(Object.keys(mail.conditions).map((name) => [name, is]));
      const values = { ...exampleValues(mail, env.siteUrl), ...cases };
      const { subject, text, html } = fillLetter({ city: aCity(), env }, mail, mail.builtIn, values);
      expect(`${subject}${text}${html.replace(/<style>.*<\/style>/, '')}`).not.toMatch(/\{\{|\}\}|undefined/);
    }
  }
});
