/**
 * Kills the newsletter's senders with kill -9: every reader gets the mail, and hardly anybody gets it twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startIssue } from '#features/newsletter/server/issues/start-issue.ts';
import { addressHash, suppress } from '#features/newsletter/server/suppress.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { ends, until } from '#tests/runtime/a-site.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const root = join(import.meta.dirname, '../..');
const recipients = 2000;
const kills = 10;

it('reaches 2,000 readers while its two senders are killed ten times at random', { timeout: 240_000 }, async () => {
  const sink = await startMailSink();
  const senders: ChildProcess[] = [];
  try {
    const services = testServices(database, { env: { SMTP_URL: sink.url } });
    await database.pool.query('insert into newsletter_settings (id, mails_per_minute) values (1, 60000)');
    await readers(database.db, recipients);
    const suppressed = [7, 400, 1200, 1999].map((number) => `reader-${number}@mail.example.com`);
    for (const email of suppressed.slice(0, 2))
      await suppress(database.db, await addressHash(database.db), { email, reason: 'bounced' });
    const { id } = await anIssue(database.db, { status: 'scheduled', scheduledAt: new Date() });
    await startIssue(services, id);
    // Two more are suppressed while it runs.
    for (const email of suppressed.slice(2))
      await suppress(database.db, await addressHash(database.db), { email, reason: 'complained' });

    const start = () => {
      const sender = spawn(process.execPath, ['tests/runtime/newsletter-sender.ts', id], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: database.url, SMTP_URL: sink.url, SITE_URL: 'http://oakbend.example' },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      senders.push(sender);
      return sender;
    };
    let running = [start(), start()];
    for (let kill = 1; kill <= kills; kill++) {
      const point = sink.received.length + 20 + Math.floor(Math.random() * 110);
      await until(() => sink.received.length >= point, 60_000);
      const [victim, survivor] = running;
      if (!victim || !survivor) throw new Error('both senders run');
      const ended = once(victim, 'exit');
      victim.kill('SIGKILL');
      await ended;
      expect(victim.signalCode).toBe('SIGKILL');
      running = [survivor, start()];
    }
    expect(await Promise.all(running.map((sender) => ends(sender)))).toEqual([0, 0]);

    const received = sink.received.map(({ to }) => to[0] ?? '');
    const distinct = new Set(received);
    expect(distinct.size).toBe(recipients - suppressed.length);
    expect(suppressed.filter((email) => distinct.has(email))).toEqual([]);
    expect(received.length - distinct.size).toBeLessThanOrEqual(kills);
    const ids = sink.received.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1]);
    expect(new Set(ids).size).toBe(distinct.size);
    const issues = await database.db.select({ status: newsletterIssues.status }).from(newsletterIssues);
    expect(issues).toEqual([{ status: 'sent' }]);
  } finally {
    for (const sender of senders) sender.kill('SIGKILL');
    await sink.stop();
  }
});
