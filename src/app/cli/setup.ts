/**
 * `npm run setup [-- --yes] [--file FILE]`: asks what a new town needs, writes the settings file, sends a test
 * mail, and makes the first administrator.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, resolvePath, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { findRunningSite } from '#app/processes/running-site.ts';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import type { CityPack } from '#server/city-pack.ts';
import { type Env, readEnv, variableNames } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';
import { describeError } from '#server/log.ts';
import { composeMessage } from '#server/mail/compose-message.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { checkStaff } from '#server/site-checks/database-checks.ts';
import { checkBackup } from '#server/site-checks/machine-checks.ts';
import { checkMailbox, checkStripe } from '#server/site-checks/network-checks.ts';
import { checkSenderDomain } from '#server/site-checks/sender-domain-check.ts';
import { checkSettings } from '#server/site-checks/settings-checks.ts';
import { checkStore } from '#server/site-checks/store-check.ts';
import { Problem } from '#shared/problem.ts';
import { openAsker, questionsWithAWayBack } from './setup/asker.ts';
import { countAdministrators } from './setup/count-administrators.ts';
import { askEverything, checkEmail, checkFolder, checkName, type Wishes } from './setup/questions.ts';
import { readSettingsFile, type Settings, writeSettingsFile } from './setup/settings-file.ts';

const usage = `Usage: npm run setup [-- --yes] [--file FILE] [--shown FILE]
  Asks for address, town, mail, payments, staff and backups, and writes the settings file (.env).
  --yes        asks nothing: takes the settings from the environment, and the rest from SETUP_TEST_MAIL,
               SETUP_STAFF_EMAIL and SETUP_STAFF_NAME
  --file FILE  writes another file
  --shown FILE the file's name in what is said, for a program that puts it there

For example: npm run setup -- --file /srv/town.env
For the service of docs/running.md: town setup`;

/** The site's settings among the variables of the environment. */
const known = (): Settings =>
  Object.fromEntries(variableNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** The answers that a machine gives in its environment. */
function fromEnvironment(): { settings: Settings; wishes: Wishes } {
  const held = process.env;
  const staffEmail = held.SETUP_STAFF_EMAIL ?? '';
  const wishes = {
    testMail: held.SETUP_TEST_MAIL ?? '',
    staffEmail,
    staffName: staffEmail === '' ? '' : (held.SETUP_STAFF_NAME ?? staffEmail.split('@')[0] ?? ''),
  };
  const faults = [
    ['SETUP_TEST_MAIL', checkEmail(wishes.testMail)],
    ['SETUP_STAFF_EMAIL', checkEmail(staffEmail)],
    ['SETUP_STAFF_NAME', checkName(wishes.staffName)],
    ['BACKUP_DIR', checkFolder(held.BACKUP_DIR ?? '')],
  ].flatMap(([name, fault]) => (fault === null ? [] : [`${name}: ${fault}`]));
  if (faults.length > 0) throw new CommandError(`${faults.join('\n')}\nNothing was written.`);
  return { settings: known(), wishes };
}

const isDecision = (answer: string, answers: number) =>
  /^(y|yes|n|no)$/i.test(answer) || (/^\d+$/.test(answer) && Number(answer) >= 1 && Number(answer) <= answers);

/** Says why settings that are good one by one do not go together; null: they do. */
async function complaintAbout(settings: Settings): Promise<string | null> {
  try {
    await namedCityPack(readEnv(settings).cityPack);
    return null;
  } catch (error) {
    if (error instanceof EnvError || error instanceof CommandError) return error.message;
    throw error;
  }
}

async function fromPerson(file: string, shownAs: string): Promise<{ settings: Settings; wishes: Wishes }> {
  const asker = openAsker();
  try {
    if (existsSync(file)) console.log(`${shownAs} is there already. Its values stand in brackets.`);
    console.log('Enter takes what stands in brackets, - leaves it empty, and back asks the question before again.');
    const given = { ...readSettingsFile(file), ...known() };
    const questions = questionsWithAWayBack(asker, (asked) => askEverything(asked, given));
    for (;;) {
      const answers = await questions.run();
      const list = questions.answered();
      console.log('\nYour answers\n');
      for (const [at, { question, shown }] of list.entries()) console.log(`${at + 1}. ${question}: ${shown}`);
      const sure = await questions.decide({
        text: `\nWrite ${shownAs} (yes, no, or the number of an answer to change)`,
        fallback: 'yes',
        check: (answer) =>
          isDecision(answer, list.length) ? null : 'Please answer yes or no, or give a number of the list.',
      });
      if (sure === null) continue;
      if (/^y/i.test(sure)) {
        const complaint = await complaintAbout({ ...readSettingsFile(file), ...answers.settings });
        if (complaint === null) return answers;
        console.log(`\n${complaint}\nNothing is written yet. Give the number of the answer to change.`);
        continue;
      }
      if (/^n/i.test(sure)) throw new CommandError('Nothing was written.');
      questions.changeAt(Number(sure) - 1);
    }
  } finally {
    asker.close();
  }
}

async function sendTestMail(to: string, env: Env, city: CityPack): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject: `Mail from ${city.facts.name} works`,
    parts: [
      'Hello,',
      `this is the test mail of ${env.siteUrl}. If you read it in your inbox, and not among the spam, mail works.`,
    ],
  });
  const queuedAt = new Date();
  const message = composeMessage({ to, ...letter }, { city, env, jobId: randomUUID(), queuedAt });
  const mailer = openMailer(env);
  try {
    await mailer.deliver(message, randomUUID(), queuedAt);
    console.log(`The test mail to ${to} is sent.`);
  } catch (error) {
    process.exitCode = 1;
    const { command = '' } = error as { command?: string };
    const remedy = command.startsWith('RCPT')
      ? 'Give another mailbox for the test mail'
      : command.startsWith('MAIL')
        ? 'Correct MAIL_FROM'
        : 'Correct SMTP_URL';
    console.log(`The test mail to ${to} was not sent: ${describeError(error)}. ${remedy} and run this again.`);
  } finally {
    mailer.close();
  }
}

async function makeStaff({ staffEmail, staffName }: Wishes, env: Env, city: CityPack): Promise<void> {
  const services = { city, env, now: () => new Date() };
  await withDatabase(env, async ({ db }) => {
    const person = { email: staffEmail, username: staffName, password: undefined, rights: undefined, actorId: null };
    try {
      // The first start would load it, too. Loaded here, setup can say so.
      if (env.sampleContent && (await loadSampleContent(db, city, new Date())))
        console.log(
          'The made-up town is loaded. One button in the staff area removes it; with SAMPLE_CONTENT=off it is never loaded.',
        );
      const { linkToken } = await addStaff(db, person, services);
      console.log(`${staffEmail} is an administrator.`);
      if (linkToken !== null)
        console.log(
          `Once the site runs, set a password within 60 minutes:\n${env.siteUrl}/reset-password?token=${linkToken}`,
        );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      process.exitCode = 1;
      console.log(`${staffEmail} was not made staff: ${error.message}`);
    }
  });
}

await runCommand(async () => {
  const { values } = readArguments(usage, {
    options: {
      yes: { type: 'boolean', short: 'y', default: false },
      file: { type: 'string' },
      shown: { type: 'string' },
    },
  });
  const file = values.file === undefined ? join(import.meta.dirname, '../../../.env') : resolvePath(values.file);
  const shownAs = values.shown ?? file;
  const { settings, wishes } = values.yes ? fromEnvironment() : await fromPerson(file, shownAs);
  const merged = { ...readSettingsFile(file), ...settings };
  // Refuses answers that do not go together before anything is written.
  const env = readEnv(merged);
  const city = await namedCityPack(env.cityPack);
  const whoReads = writeSettingsFile(file, settings);
  // Some parts read the environment themselves, among them the key that seals mailed links.
  Object.assign(process.env, merged);
  console.log(`\n${shownAs} is written.${values.shown ? ' Only root and the service can read it.' : whoReads}`);

  if (wishes.testMail !== '' && env.smtpUrl !== undefined) await sendTestMail(wishes.testMail, env, city);
  for (const { state, text } of await checkMailbox(env)) {
    console.log(state === 'wrong' ? `Replies cannot be fetched: ${text}` : text);
    if (state === 'wrong') process.exitCode = 1;
  }
  if (wishes.staffEmail !== '') await makeStaff(wishes, env, city);
  const administrators = await countAdministrators(env);
  const findings = [
    ...(administrators === null ? [] : [checkStaff(administrators)]),
    ...checkSettings(env, merged),
    ...(env.stripe ? await checkStripe(env) : []),
    ...(await checkSenderDomain(env)),
    ...(await checkStore(env)),
    // The first nightly backup is not made yet, so only a site without nightly backups is checked.
    ...(env.backups ? [] : [await checkBackup(env, new Date())]),
  ];
  const missing = findings.filter(({ state }) => state !== 'right');
  if (missing.length > 0) console.log('\nStill to do, or good to know:');
  for (const { name, text } of missing) console.log(`- ${name}: ${text}`);
  console.log(
    findRunningSite(env.dataDir)
      ? '\nNext: start the site again. Until then it runs with the settings of its start.'
      : '\nNext: npm start. When it runs, npm run doctor says what is missing.',
  );
});
