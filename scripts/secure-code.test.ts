/** Looks for calls that would open a hole, in the code that runs on a site. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name: `src/${name}`, text: readFileSync(path.join(root, 'src', name), 'utf8') }));

const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted();

it('uses no shell, no eval, no unsafe deserialization', () => {
  expect(filesWith(/\beval\(|new Function\(|node:vm\b|v8\.deserialize|shell: true/)).toEqual([]);
  expect(filesWith(/import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/)).toEqual([]);
});

it('uses no weak hash and no weak cipher', () => {
  // The lists of breached passwords name each by its SHA-1, and S3 compares what arrives with its MD5: neither protects anything here.
  expect(filesWith(/create(Hash|Hmac)\('(?!sha256|sha512)/)).toEqual([
    'src/features/accounts/server/breached-passwords.ts',
    'src/server/storage/s3-client.ts',
  ]);
  expect(filesWith(/create(Cipher|Decipher)(iv)?\(\s*'(?!aes-256-gcm)/)).toEqual([]);
});

it('guesses nothing secret by Math.random', () => {
  // A free port for the payment sandbox on this machine.
  expect(filesWith(/Math\.random\(/)).toEqual(['src/app/processes/payment-sandbox.ts']);
});

it('checks the certificates of others', () => {
  // Only of mail servers on this machine, whose certificate names no host.
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT/)).toEqual([
    'src/server/mail/open-mailbox.ts',
    'src/server/mail/open-mailer.ts',
  ]);
});

it('asks only the services that the docs name', () => {
  const [, section = ''] = readFileSync(path.join(root, 'docs/security.md'), 'utf8').split('## Outgoing connections\n');
  const named = Array.from((section.split('\n## ')[0] ?? '').matchAll(/`(src\/[^`]+)`/g), ([, file]) => file);
  const asks =
    /(?<![.\w])fetch\(|\bhttps?\.request\(|\b(net|tls)\.connect\(|new Stripe\(|createTransport\(|new (Client|Pool|ImapFlow)\(/;
  const server = filesWith(asks).filter((name) => !name.includes('/web/') && !name.startsWith('src/app/cli/'));
  expect(server).toEqual(named.toSorted());
});
