/** The entries of the sender's domain, asked of a DNS server on this machine. */
import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { checkSenderDomain } from './sender-domain-check.ts';

const online = {
  siteUrl: 'https://town.example',
  smtpUrl: 'smtp://mail.example',
  mailFrom: 'Town <news@town.example>',
};
let socket: Socket;
afterEach(() => socket.close());

/** Answers one question for TXT entries; a name without entries does not exist. */
function answer(question: Buffer, entries: Record<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  const texts = entries[labels.join('.').toLowerCase()];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(texts === undefined ? 0x8183 : 0x8180, 2);
  for (const [place, count] of [1, texts?.length ?? 0, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * place);
  const rows = (texts ?? []).map((text) => {
    // A TXT entry is made of pieces of at most 255 bytes.
    const pieces = (text.match(/.{1,200}/g) ?? []).map((piece) =>
      Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)]),
    );
    const data = Buffer.concat(pieces);
    const row = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
    row.writeUInt16BE(data.length, 10);
    return Buffer.concat([row, data]);
  });
  return Buffer.concat([header, question.subarray(12, at + 5), ...rows]);
}

async function dnsWith(entries: Record<string, string[]> | null): Promise<Resolver> {
  socket = createSocket('udp4', (question, from) => {
    if (entries !== null) socket.send(answer(question, entries), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
}

const states = async (entries: Record<string, string[]> | null) =>
  (await checkSenderDomain(online, await dnsWith(entries))).map(({ name, state }) => [name, state]);

const key = `v=DKIM1; k=rsa; p=${'M'.repeat(300)}`;
const good = {
  'town.example': ['site-verification=1', 'v=spf1 include:mail.example -all'],
  's1._domainkey.town.example': [key],
  '_dmarc.town.example': ['v=DMARC1; p=quarantine'],
};

test('all three are right, a key in two pieces among them', async () => {
  const checks = await checkSenderDomain(online, await dnsWith(good));
  expect(checks.map(({ name, state }) => [name, state])).toEqual([
    ['SPF', 'right'],
    ['DKIM', 'right'],
    ['DMARC', 'right'],
  ]);
  expect(checks[0]?.text).toContain('include:mail.example');
});

test('entries that are missing are named with an example', async () => {
  const checks = await checkSenderDomain(online, await dnsWith({}));
  expect(checks.map(({ state }) => state)).toEqual(['wrong', 'note', 'wrong']);
  expect(checks[2]?.text).toBe(
    '_dmarc.town.example has no such TXT entry: mails may end as spam. Add one like "v=DMARC1; p=quarantine".',
  );
});

test('two SPF entries, one that lets everybody send, and a DMARC that only watches', async () => {
  const two = {
    ...good,
    'town.example': ['v=spf1 -all', 'v=spf1 a -all'],
    '_dmarc.town.example': ['v=DMARC1; p=none'],
  };
  expect(await states(two)).toEqual([
    ['SPF', 'wrong'],
    ['DKIM', 'right'],
    ['DMARC', 'note'],
  ]);
  socket.close();
  expect((await states({ ...good, 'town.example': ['v=spf1 +all'] }))[0]).toEqual(['SPF', 'wrong']);
});

test('a DNS that does not answer says nothing about the entries', async () => {
  expect(await states(null)).toEqual([
    ['SPF', 'note'],
    ['DKIM', 'note'],
    ['DMARC', 'note'],
  ]);
});

test('nothing is asked on this machine, or without a mail server', async () => {
  const resolver = await dnsWith(good);
  expect(await checkSenderDomain({ ...online, siteUrl: 'http://localhost:3000' }, resolver)).toEqual([]);
  expect(await checkSenderDomain({ ...online, smtpUrl: undefined }, resolver)).toEqual([]);
});
