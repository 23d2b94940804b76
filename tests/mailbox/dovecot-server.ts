/** One Dovecot, Debian's package, in a temporary folder: a real IMAP server for tests. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, Program, until } from '../../deploy/cluster/programs.ts';

export const startMs = 60_000;
const password = 'p@ss/w?rd';
/** Dovecot serves no mailbox of root: Debian's accounts take its place. */
const isRoot = process.getuid?.() === 0;
const account = isRoot ? 'mail' : userInfo().username;

/** Names of packages that have to be installed; none when all are there. */
export function missingDovecot(): string[] {
  return existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/imap') ? [] : ['dovecot-imapd'];
}

export interface DovecotServer {
  url: string;
  deliver(source: string): void;
  flags(): string[];
  /** Takes all mails out. */
  empty(): void;
  /** Ends the connections of readers; new ones are taken. */
  drop(): void;
  stop(): Promise<void>;
}

function makeCertificate(folder: string): void {
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  execFileSync('openssl', ['req', ...made, ...files], { stdio: 'pipe' });
}

function writeSettings(folder: string, port: number): string {
  const file = join(folder, 'dovecot.conf');
  const own = isRoot
    ? 'first_valid_uid = 1\nfirst_valid_gid = 1'
    : `default_internal_user = ${account}\ndefault_internal_group = ${account}\ndefault_login_user = ${account}`;
  writeFileSync(
    file,
    `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${own}
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail:LAYOUT=fs:INBOX=${folder}/mail/INBOX
namespace inbox {
  inbox = yes
  separator = /
}
passdb {
  driver = static
  args = password=${password}
  username_filter = town
}
userdb {
  driver = static
  args = uid=${account} gid=${account} home=${folder}/mail
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
`,
  );
  return file;
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.on('error', () => done(false)).on('connect', () => socket.end());
  });

export async function startDovecot(): Promise<DovecotServer> {
  const folder = mkdtempSync(join(tmpdir(), 'a-dovecot-'));
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const box = join(folder, 'mail/Replies');
  for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(box, part), { recursive: true });
  spawnSync('chown', ['-R', `${account}:`, join(folder, 'mail')]);
  const port = await freePort();
  const command = ['dovecot', '-F', '-c', writeSettings(folder, port)];
  const program = new Program('dovecot', command, { log: join(folder, 'output') });
  await until('Dovecot answers', () => answers(port), startMs);
  const names = () =>
    ['new', 'cur'].flatMap((part) => readdirSync(join(box, part)).map((name) => [part, name] as const));
  let delivered = 0;
  return {
    url: `imaps://town:${encodeURIComponent(password)}@127.0.0.1:${port}/Replies`,
    deliver: (source) => {
      const name = `${1_700_000_000 + ++delivered}.M1P1.tests`;
      writeFileSync(join(box, 'tmp', name), source.replaceAll('\r\n', '\n'));
      spawnSync('chown', [`${account}:`, join(box, 'tmp', name)]);
      renameSync(join(box, 'tmp', name), join(box, 'new', name));
    },
    flags: () =>
      names()
        .toSorted(([, a], [, b]) => a.localeCompare(b))
        .map(([, name]) => /:2,(\w*)$/.exec(name)?.[1] ?? ''),
    empty: () => {
      for (const [part, name] of names()) rmSync(join(box, part, name));
    },
    drop: () => {
      execFileSync('doveadm', ['-c', join(folder, 'dovecot.conf'), 'kick', 'town'], { stdio: 'pipe' });
    },
    stop: async () => {
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
