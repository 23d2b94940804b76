/** The file of settings that the site's commands read: one NAME=value a line. */
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandError } from '#app/cli/run-command.ts';
import { othersMayEnter } from '#server/site-checks/others-may-enter.ts';

export type Settings = Record<string, string>;

export function readSettingsFile(file: string): Settings {
  return existsSync(file) ? ({ ...parseEnv(readFileSync(file, 'utf8')) } as Settings) : {};
}

/** Quotes that the site, systemd and a shell read alike. @throws CommandError for a value that has both kinds of quotes */
function quote(name: string, value: string): string {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$`\\]/.test(value)) return `"${value}"`;
  throw new CommandError(
    `${name} has signs that a settings file cannot hold. In an address, write them as %27, %22, %24.`,
  );
}

/**
 * Writes these settings in place of earlier lines with the same names, and keeps every other line. An empty
 * value removes its line. A new file is for this account alone; an earlier one keeps its owner and its group's rights. Returns
 * a sentence for the person about who can read it; '' where files have no rights.
 */
export function writeSettingsFile(file: string, settings: Settings): string {
  const before = existsSync(file)
    ? readFileSync(file, 'utf8').split('\n')
    : ['# Settings of the site, by npm run setup.'];
  const nameOf = (line: string) => /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=/i.exec(line)?.[1];
  const kept = before.filter((line) => !Object.hasOwn(settings, nameOf(line) ?? ''));
  while (kept.at(-1)?.trim() === '') kept.pop();
  const written = Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quote(name, value)}`);
  // A crash leaves the old file or the new one, never a half.
  const draft = `${file}.draft`;
  writeFileSync(draft, `${[...kept, ...written].join('\n')}\n`, { mode: 0o600 });
  const former = statSync(file, { throwIfNoEntry: false });
  if (former) {
    const { uid, gid, mode } = former;
    // Nobody but root can give a file away.
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    chmodSync(draft, mode & 0o660);
  }
  renameSync(draft, file);
  const couldRead = former && othersMayEnter(file) ? former.mode : 0;
  return sayWhoReads(couldRead, statSync(file).mode);
}

const [groupReads, othersRead] = [0o040, 0o004];

function sayWhoReads(before: number, now: number): string {
  if (process.getuid === undefined || now & othersRead) return '';
  const who = now & groupReads ? 'Its account and its group' : 'Only its account';
  const until =
    before & othersRead
      ? ' Until now every account of this machine could: if others use it, change the passwords and keys in it.'
      : '';
  return ` ${who} can read it.${until}`;
}
