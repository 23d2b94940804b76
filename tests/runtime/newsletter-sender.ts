/** A worker that only sends one issue; the test kills it. */
import { sendSlice } from '#features/newsletter/server/sending/send-slice.ts';
import { createDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { aCity } from '#tests/factories/a-city.ts';

const env = readEnv();
const issueId = process.argv[2] ?? '';
const { db, close } = createDatabase(env.databaseUrl ?? '', { max: 2, name: 'worker' });
const mailer = openMailer(env, { isBulk: true, silenceMs: 10_000 });
const services = { db, city: aCity(), env, log, now: () => new Date() };
while ((await sendSlice(services, { issueId, mailer, sliceMs: 4_000 })) !== null);
mailer.close();
await close();
