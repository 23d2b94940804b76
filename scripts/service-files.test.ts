/** The files that make a checkout a service, and those of the container. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const deploy = join(import.meta.dirname, '../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

it('installs unit, account, settings and command, and never overwrites settings', () => {
  const root = mkdtempSync(join(tmpdir(), 'a root '));
  const install = () =>
    spawnSync('sh', [join(deploy, 'systemd/install.sh')], { env: { ...process.env, DESTDIR: root } });
  expect(install().status).toBe(0);
  for (const path of ['etc/systemd/system/town.service', 'etc/sysusers.d/town.conf']) {
    expect(existsSync(join(root, path))).toBe(true);
  }
  expect(statSync(join(root, 'usr/local/bin/town')).mode & 0o111).toBe(0o111);
  const settings = join(root, 'etc/town.env');
  expect(statSync(settings).mode & 0o007).toBe(0);
  appendFileSync(settings, 'PORT=4000\n');
  expect(install().status).toBe(0);
  expect(readFileSync(settings, 'utf8')).toContain('PORT=4000');
  rmSync(root, { recursive: true });
});

it('gives commands the service’s account and settings, and setup a copy of the settings that root puts back', () => {
  const root = mkdtempSync(join(tmpdir(), 'a-service-'));
  const at = (path: string) => join(root, path);
  const script = read('systemd/town')
    .replaceAll('/etc/town.env', at('town.env'))
    .replaceAll('cd /srv/town', `cd ${root}`);
  const program = (name: string, text: string) => writeFileSync(at(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(at('town'), script);
  writeFileSync(at('town.env'), 'PORT=4000\n');
  // As the account: -u town -- COMMAND.
  program('runuser', 'shift 3; exec "$@"');
  program('chown', 'echo "chown $*"');
  program('install', 'echo "install $1 $2 $3 $4 $5 $6"; cp "$7" "$8"');
  program('npm', 'echo "$PORT $*"; [ "$3" != setup ] || { echo PORT=5000 > "$6"; exit 3; }');
  const town = (...args: string[]) =>
    spawnSync('sh', [at('town'), ...args], { env: { PATH: `${root}:${process.env.PATH}` }, encoding: 'utf8' });

  expect(town('backup', '--', 'FILE')).toMatchObject({ status: 0, stdout: '4000 run --silent backup -- FILE\n' });
  expect(readFileSync(at('town.env'), 'utf8')).toBe('PORT=4000\n');
  const { status, stdout } = town('setup', '--', '--yes');
  expect(stdout).toMatch(
    /^chown -R town (\S+)\n4000 run --silent setup -- --file \1\/town\.env --shown .+town\.env --yes\n/,
  );
  expect(stdout).toMatch(/\ninstall -o root -g town -m 640\n$/);
  expect([status, readFileSync(at('town.env'), 'utf8')]).toEqual([3, 'PORT=5000\n']);
  expect(existsSync(/--file (\S+)/.exec(stdout)?.[1] ?? '')).toBe(false);
  rmSync(root, { recursive: true });
});

it('names one account, one folder of data and one settings file everywhere', () => {
  const unit = read('systemd/town.service');
  expect(unit).toContain('\nUser=town\n');
  expect(unit).toContain('\nEnvironmentFile=/etc/town.env\n');
  expect(unit).toContain('\nExecReload=/usr/bin/npm run --silent reload\n');
  expect(read('systemd/town.sysusers.conf')).toContain('\nu town - ');
  expect(read('systemd/town.env')).toContain('\nDATA_DIR=/var/lib/town\n');
  // The folder that the installer makes for the account.
  expect(read('systemd/town.env')).toContain('\nBACKUP_DIR=/var/backups/town\n');
  expect(read('systemd/install.sh')).toMatch(/-o town .*\/var\/backups\/town/);
});

it('runs the container without root, with its data in one volume', () => {
  const file = read('container/Containerfile');
  expect(file.match(/^VOLUME .+$/gm)).toEqual(['VOLUME /data']);
  expect(file).toMatch(/\nUSER node\n(?:.*\n)*CMD /);
  expect(file).toContain('\nHEALTHCHECK ');
  const compose = read('container/compose.yaml');
  expect(compose).toContain('read_only: true');
  // A volume for the backups over a folder that the account of the image owns.
  expect(compose).toContain('BACKUP_DIR: /backups');
  expect(compose).toContain('- backups:/backups');
  expect(file).toMatch(/^RUN install -d -o node .*\/backups$/m);
});

it('gives the site of the larger Compose file the bucket that its store makes, and the store’s region', () => {
  const compose = read('container/compose.full.yaml');
  const value = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(compose)?.[1];
  expect(value('S3_BUCKET')).toBe(value('GARAGE_DEFAULT_BUCKET'));
  expect(value('S3_ACCESS_KEY_ID')).toBe(value('GARAGE_DEFAULT_ACCESS_KEY'));
  expect(value('S3_SECRET_ACCESS_KEY')).toBe(value('GARAGE_DEFAULT_SECRET_KEY'));
  const store = read('container/garage.toml');
  expect(store).toContain(`s3_region = "${value('S3_REGION')}"`);
  expect(store).toContain(`api_bind_addr = "[::]:${new URL(value('S3_ENDPOINT') ?? '').port}"`);
});
