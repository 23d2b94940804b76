import { expect, test } from 'vitest';
import { registeredDomain, siteDomain } from '#shared/site-domain.ts';
import { isMailboxOfSite, mailDomain } from './mail-domain.ts';

test.each([
  ['bea@bakery.com', 'https://bakery.com'],
  ['bea@bakery.com', 'http://www.bakery.com/menu?x=1'],
  ['Bea@BAKERY.com', 'https://WWW.Bakery.COM./'],
  ['bea@bakery.com', 'https://order.bakery.com'],
  ['bea@mail.bakery.com', 'https://www.bakery.com'],
  ['bea@bakery.co.uk', 'https://www.bakery.co.uk'],
  ['bea@bäckerei.example', 'https://www.xn--bckerei-5wa.example'],
  ['bea@bakery.com.mx', 'https://tienda.bakery.com.mx'],
  ['bea@bakery.ota.tokyo.jp', 'https://www.bakery.ota.tokyo.jp'],
  ['"odd@name"@bakery.com', 'https://bakery.com:8443'],
])('%s belongs to %s', (email, website) => {
  expect(isMailboxOfSite(email, website)).toBe(true);
});

test.each([
  ['another domain', 'bea@baker.com', 'https://bakery.com'],
  ['a name that only ends alike', 'bea@notbakery.com', 'https://bakery.com'],
  ['a name that only begins alike', 'bea@bakery.com.evil.net', 'https://bakery.com'],
  ['a name that a link merely mentions', 'bea@evil.net', 'https://bakery.com@evil.net.bakery.com'],
  ['a public suffix', 'bea@co.uk', 'https://bakery.co.uk'],
  ['two names under one suffix', 'bea@butcher.co.uk', 'https://bakery.co.uk'],
  ['a place of the United States', 'bea@tx.us', 'https://shop.tx.us'],
  ['neighbors below one name', 'bea@shop-a.mall.com', 'https://shop-b.mall.com'],
  ['free mail', 'bea@gmail.com', 'https://gmail.com'],
  ['free mail of another country', 'bea@gmx.at', 'https://gmx.at'],
  ['free mail in Spain', 'bea@outlook.es', 'https://www.outlook.es'],
  ['free mail below two labels', 'bea@yahoo.co.uk', 'https://yahoo.co.uk'],
  ['free mail in France', 'bea@hotmail.fr', 'https://hotmail.fr'],
  ['a suffix that a company lets', 'bea@us.org', 'https://oak.us.org'],
  ['two names below such a suffix', 'bea@elm.uk.com', 'https://oak.uk.com'],
  ['a name below such a suffix', 'bea@oak.uk.com', 'https://oak.uk.com'],
  ['a directory with a host for each business', 'x@hub.biz', 'https://oak.hub.biz'],
  ['a host of a site builder', 'bea@oak.weeblysite.com', 'https://oak.weeblysite.com'],
  ['a builder of pages for salons', 'x@glossgenius.com', 'https://oak.glossgenius.com'],
  ['two names below a prefecture', 'bea@elm.ota.tokyo.jp', 'https://oak.ota.tokyo.jp'],
  ['a mailbox of an internet provider', 'bea@satx.rr.com', 'https://rr.com'],
  ['a page at a social network', 'zuck@facebook.com', 'https://www.facebook.com/bakery'],
  ['a page at a site builder', 'dev@wixsite.com', 'https://bakery.wixsite.com/home'],
  ['a page of its own at a host of pages', 'bea@bakery.github.io', 'https://bakery.github.io'],
  ['a school', 'student@trinity.edu', 'https://www.trinity.edu'],
  ['no website', 'bea@bakery.com', null],
  ['no web address', 'bea@bakery.com', 'mailto:bea@bakery.com'],
  ['an address in numbers', 'bea@[127.0.0.1]', 'http://127.0.0.1'],
  ['no mailbox', 'bakery.com', 'https://bakery.com'],
  ['nothing at all', '', ''],
])('%s proves nothing', (_, email, website) => {
  expect(isMailboxOfSite(email, website)).toBe(false);
});

test('domains are read in one form', () => {
  expect(mailDomain('a@B.Example.')).toBe('b.example');
  expect(siteDomain('https://www.b.example:444/x')).toBe('b.example');
  expect(siteDomain('b.example')).toBeNull();
  expect(registeredDomain('a.b.oak.com')).toBe('oak.com');
  expect(registeredDomain('oak.io')).toBe('oak.io');
  expect(registeredDomain('oak.com.mx')).toBe('oak.com.mx');
  expect(registeredDomain('www.oak.k12.tx.us')).toBeNull();
  expect(registeredDomain('com.mx')).toBeNull();
  expect(registeredDomain('oak.github.io')).toBe('oak.github.io');
});
