/** The rights of the settings file: it holds the keys of payments and the passwords of mail and database. */
import { readFile, stat, statfs } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { type Check, wrong } from './check.ts';
import { othersMayEnter } from './others-may-enter.ts';

/** The file of deploy/systemd, which systemd and the command `town` read. */
export const serviceFile = '/etc/town.env';

/** The settings files of this process: Node's own option names the file that `npm start` and the other commands read. */
export function settingsFiles(nodeArgs: readonly string[] = process.execArgv): string[] {
  const option = '--env-file=';
  const given = nodeArgs.filter((arg) => arg.startsWith(option)).map((arg) => arg.slice(option.length));
  return [...new Set([...given, serviceFile])];
}

/** Disks on which every file shows the same rights and chmod changes none: FAT, exFAT, NTFS, SMB, and folders of the host in WSL. */
const diskTypesWithoutRights = new Set([
  0x4d44, 0x20_11_ba_b0, 0x53_46_54_4e, 0x73_66_74_6e, 0x51_7b, 0xff_53_4d_42, 0xfe_53_4d_42, 0x01_02_19_97,
]);

/** True where a file's rights mean something. Windows makes them up. */
async function keepsRights(file: string): Promise<boolean> {
  if (process.getuid === undefined) return false;
  const disk = await statfs(file);
  return !diskTypesWithoutRights.has(disk.type);
}

const secrets = /SECRET|TOKEN|SMTP_URL|IMAP_URL|DATABASE_\w*URL/;

async function holdsSecrets(file: string): Promise<boolean> {
  const held = parseEnv(await readFile(file, 'utf8'));
  return Object.entries(held).some(([name, value]) => secrets.test(name) && value !== '');
}

/** Nothing for a file that is not there, has no secrets, or is closed to others, by itself or by a folder above. A group may read it: the service's account does. */
export async function checkSettingsFiles(files: readonly string[], hasRights = keepsRights): Promise<Check[]> {
  const checks = files.map(async (file): Promise<Check[]> => {
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || (found.mode & 0o006) === 0 || !othersMayEnter(file)) return [];
    if (!(await hasRights(file)) || !(await holdsSecrets(file).catch(() => true))) return [];
    const may = found.mode & 0o002 ? 'read and change' : 'read';
    const fix = `chmod o-rwx '${file.replaceAll("'", `'\\''`)}'`;
    return [
      wrong(
        'Settings file',
        `Every account of this machine can ${may} the passwords and keys in ${file}. Close it: ${fix}`,
      ),
    ];
  });
  return (await Promise.all(checks)).flat();
}
