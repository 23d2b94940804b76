/**
 * PostgreSQL refuses to run as root. When the site runs as root, the server runs under another account; otherwise under the
 * site's own.
 */
import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** Accounts to try, in order. `postgres` exists when Debian's packages are installed, `nobody` nearly everywhere. */
const unprivileged = ['postgres', 'nobody', 'daemon', 'www-data'];

export const isRoot = process.getuid?.() === 0;

function readAccounts(passwdFile: string): Account[] {
  let text = '';
  try {
    text = readFileSync(passwdFile, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * The account to run the server under; undefined: the one that runs this process. The owner of existing data stays its owner,
 * also when another user started the site first. No account is ever created.
 */
export function chooseAccount(
  dataFolder: string,
  passwdFile = '/etc/passwd',
  asRoot: boolean = isRoot,
): Account | undefined {
  if (!asRoot) return undefined;
  const accounts = readAccounts(passwdFile);
  const data = statSync(dataFolder, { throwIfNoEntry: false });
  if (data && data.uid !== 0) {
    const owner = accounts.find((account) => account.uid === data.uid);
    return { uid: data.uid, gid: data.gid, name: owner?.name ?? String(data.uid) };
  }
  for (const name of unprivileged) {
    const found = accounts.find((account) => account.name === name && account.uid !== 0);
    if (found) return found;
  }
  return { uid: 65_534, gid: 65_534, name: '65534' };
}

/** Gives data that has come to belong to root (a copied or unpacked folder) back to the account that has to write it. */
export function giveToAccount(dataFolder: string, account: Account | undefined): void {
  if (!account || statSync(dataFolder, { throwIfNoEntry: false })?.uid !== 0) return;
  for (const name of readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(dataFolder, name), account.uid, account.gid);
  }
  // Last, so that an interrupted change is continued at the next start.
  lchownSync(dataFolder, account.uid, account.gid);
}
