/** The command `npm run staff`: it adds, lists and removes staff, and lets somebody in who has lost the second factor. */
import * as z from 'zod/mini';
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, runCommand } from '#app/cli/run-command.ts';
import { withDatabase } from '#app/cli/with-database.ts';
import { addressOf } from '#app/processes/running-site.ts';
import { addStaff, type StaffAdded } from '#features/accounts/server/add-staff.ts';
import { removeFactors } from '#features/accounts/server/remove-factors.ts';
import { listStaff, removeStaff } from '#features/accounts/server/staff-by-command.ts';
import { Email, NewPassword, Username } from '#features/accounts/sign-in-contract.ts';
import type { Database } from '#server/db/client.ts';
import { type Env, readEnv } from '#server/env.ts';
import { listRights } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';

const usage = `Usage: npm run staff -- add EMAIL --username NAME [--password P] [--rights R,R]
  Makes a staff account, or makes the account with this email staff.
  If nobody has confirmed the email of that account yet, its password, sessions, links and second factor go first.
  --username NAME  needed for a new or unconfirmed account; a confirmed one keeps its own
  --password P     without it, a link to set one is printed; it works once, within 60 minutes,
                   and is mailed to a new or unconfirmed account
  --rights R,R     one or more of editor, moderator, treasurer, administrator; without it, administrator

       npm run staff -- list
  Lists the staff of this site with their rights, and who has no second factor.

       npm run staff -- remove EMAIL
  Takes somebody out of the staff and signs every device out. The account stays. They and all administrators get a mail.

       npm run staff -- remove-factors EMAIL
  Removes authenticator app, passkeys and recovery codes of an account, for somebody who has lost them, and signs
  every device out. Make sure that it is this person who asks. They get a mail.

For example: npm run staff -- add you@example.org --username you`;

type Given =
  | { verb: 'list' }
  | { verb: 'remove'; email: string }
  | { verb: 'remove-factors'; email: string }
  | ({ verb: 'add' } & Pick<Parameters<typeof addStaff>[1], 'email' | 'username' | 'password' | 'rights'>);

function readGiven(): Given {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      password: { type: 'string' },
      rights: { type: 'string' },
    },
  });
  const [verb, email] = positionals;
  if (verb === 'list' && positionals.length === 1) return { verb };
  if (email === undefined || positionals.length !== 2) throw new CommandError(usage);
  if (verb === 'remove' || verb === 'remove-factors') return { verb, email: check(Email, email, 'EMAIL') };
  if (verb !== 'add') throw new CommandError(usage);
  return {
    verb,
    email: check(Email, email, 'EMAIL'),
    username: values.username === undefined ? undefined : check(Username, values.username, '--username'),
    password: values.password === undefined ? undefined : check(NewPassword, values.password, '--password'),
    rights: values.rights === undefined ? undefined : readRights(values.rights),
  };
}

function readRights(list: string): StaffRight[] {
  const given = list.split(',').map((right) => right.trim());
  const known = staffRights.filter((right) => given.includes(right));
  if (known.length === 0 || known.length < new Set(given).size) {
    throw new CommandError(
      `--rights: one or more of ${staffRights.join(', ')}, with commas between. \`npm run staff -- --help\` says more.`,
    );
  }
  return known;
}

function check(schema: typeof Email, value: string, name: string): string {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fault = result.error.issues[0]?.message ?? 'not valid';
  throw new CommandError(`${name}: ${fault.replace(/\.$/, '')}. \`npm run staff -- --help\` says more.`);
}

function said(email: string, { account, username }: StaffAdded, wanted: string | undefined): string {
  if (account === 'new') return `${email} has a staff account now, by the name of ${username}.`;
  if (account === 'known') {
    const kept = wanted === undefined || wanted === username ? '' : ' The account was there and keeps its name.';
    return `${email}, known as ${username}, is staff now.${kept}`;
  }
  return `${email} is staff now, by the name of ${username}. There was an account with this email that nobody had confirmed: its name, password, sessions, links and second factor were removed.`;
}

/** Where to log in, and what to say about a site that does not run, or that never has. */
function findSite(env: Env): { siteUrl: string; when: string; unless: string } {
  const { siteUrl, isUp, isKnown } = addressOf(env, process.env);
  // With a database of its own a site may run on another machine.
  const when = isUp || env.databaseUrl !== undefined ? '' : ', once the site runs (npm start)';
  const unless = isKnown ? '' : '\nStarted with another PORT, it has another address, and says so.';
  return { siteUrl, when, unless };
}

await runCommand(async () => {
  const given = readGiven();
  const env = readEnv(process.env);
  const city = await namedCityPack(env.cityPack);
  const command = async ({ db }: { db: Database }) => {
    const { siteUrl, when, unless } = findSite(env);
    const services = { city, env: { ...env, siteUrl }, now: () => new Date() };
    const told = (error: unknown) => {
      throw error instanceof Problem ? new CommandError(error.message) : error;
    };
    if (given.verb === 'list') {
      const all = await listStaff(db);
      if (all.length === 0) console.log('There is no staff yet.');
      for (const { username, email, rights, hasFactor } of all) {
        console.log(`${email}, known as ${username}: ${listRights(rights)}${hasFactor ? '' : ', no second factor'}`);
      }
      return;
    }
    if (given.verb === 'remove') {
      const { username } = await removeStaff(db, given.email, services).catch(told);
      console.log(`${given.email}, known as ${username}, is not staff any more, and every device is signed out.`);
      return;
    }
    if (given.verb === 'remove-factors') {
      const { username } = await removeFactors(db, given.email, services).catch(told);
      console.log(
        `The second factor of ${given.email}, known as ${username}, is removed, and every device is signed out.`,
      );
      console.log('The password alone opens the account now. If somebody else may know it, have it set anew by mail.');
      return;
    }
    const { verb: _, ...person } = given;
    const added = await addStaff(db, { ...person, actorId: null }, services).catch(told);
    console.log(said(given.email, added, given.username));
    if (added.account === 'known' && person.password !== undefined)
      console.log('The given password is theirs from now on.');
    console.log(`Rights: ${listRights(given.rights ?? ['administrator'])}.`);
    if (added.linkToken === null) console.log(`Log in${when && `${when},`} at ${siteUrl}/login${unless}`);
    else {
      const link = `${siteUrl}/reset-password?token=${added.linkToken}`;
      console.log(`To set a password, open this link within 60 minutes${when}:\n${link}${unless}`);
    }
  };
  // Staff may be made before the first start; there is nobody to list or remove by then.
  await withDatabase(env, command, { expectsSite: given.verb !== 'add' });
});
