import { expect, test } from 'vitest';
import { misspeltVariables } from './misspelt-variables.ts';

test.each([
  ['SITEURL', 'SITE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['MAILFROM', 'MAIL_FROM'],
  ['site_url', 'SITE_URL'],
  ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
  ['PROT', 'PORT'],
  ['WEB_CONCURENCY', 'WEB_CONCURRENCY'],
])('%s is a misspelt %s', (name, meant) => {
  expect(misspeltVariables({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('known names and those of other programs are none', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'USER', 'LANG', 'TERM', 'PWD', 'SHELL', 'NODE_ENV', 'NODE_OPTIONS'];
  const more = ['npm_config_cache', 'INIT_CWD', 'LOGNAME', 'SSH_AUTH_SOCK', 'XDG_DATA_DIRS', 'DATA_DIR', 'SITE_URL'];
  expect(misspeltVariables(Object.fromEntries([...others, ...more].map((name) => [name, 'x'])))).toEqual([]);
});
