/** One OpenStack Swift with its S3 API, of Debian's packages, in a temporary folder: a real store for tests. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import type { S3Env } from '#server/storage/s3-settings.ts';
import { freePort, Program, until } from '../../deploy/cluster/programs.ts';

/** The account that the tests run under: Swift's own is Debian's. */
const account = userInfo().username;
const bucket = 'town-files';
/** Six programs in Python, on a busy machine. */
export const startMs = 400_000;
const key = { id: 'town:site', secret: 'a-key-of-the-tests' };
const servers = ['account', 'container', 'object'] as const;

const needed = ['swift-proxy-server', 'swift-ring-builder', ...servers.map((name) => `swift-${name}-server`)];

/** Names of packages that have to be installed; none when all are there. */
export function missingSwift(): string[] {
  const isThere = (program: string) => existsSync(join('/usr/bin', program));
  return needed.every(isThere) ? [] : ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
}

export interface SwiftServer {
  env: S3Env;
  variables: Record<string, string>;
  stop: () => Promise<void>;
}

/** The disk needs extended attributes, as ext4, XFS and overlays of them have. */
function writeStorageServer(folder: string, name: (typeof servers)[number], port: number): string {
  const file = join(folder, `${name}.conf`);
  writeFileSync(
    file,
    `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${account}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
log_level = ERROR
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
[${name}-replicator]
[${name}-auditor]
`,
  );
  return file;
}

function writeProxy(folder: string, port: number): string {
  const file = join(folder, 'proxy.conf');
  writeFileSync(
    file,
    `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${account}
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${key.id.replace(':', '_')} = ${key.secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`,
  );
  return file;
}

export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'a-swift-'));
  mkdirSync(join(folder, 'devices/d1'), { recursive: true });
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n',
  );
  const environment = { ...process.env, SWIFT_DIR: folder };
  const programs: Program[] = [];
  for (const name of servers) {
    const port = await freePort();
    const ring = join(folder, `${name}.builder`);
    const build = (...args: string[]) => execFileSync('swift-ring-builder', [ring, ...args], { stdio: 'pipe' });
    build('create', '4', '1', '0');
    build(
      'add',
      '--region',
      '1',
      '--zone',
      '1',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--device',
      'd1',
      '--weight',
      '1',
    );
    build('rebalance');
    const file = writeStorageServer(folder, name, port);
    programs.push(
      new Program(`swift ${name}`, [`swift-${name}-server`, file], {
        log: join(folder, `${name}.log`),
        env: environment,
      }),
    );
  }
  const port = await freePort();
  const proxy = ['swift-proxy-server', writeProxy(folder, port)];
  programs.push(new Program('swift proxy', proxy, { log: join(folder, 'proxy.log'), env: environment }));
  const endpoint = `http://127.0.0.1:${port}`;
  const env: S3Env = { endpoint, region: 'us-east-1', bucket, accessKeyId: key.id, secretAccessKey: key.secret };
  const client = new S3mini({ ...env, endpoint: `${endpoint}/${bucket}` });
  await until('Swift makes the bucket', async () => client.createBucket().catch(() => false), startMs);
  return {
    env,
    variables: {
      ...{ S3_ENDPOINT: endpoint, S3_REGION: env.region, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY_ID: key.id, S3_SECRET_ACCESS_KEY: key.secret },
    },
    stop: async () => {
      await Promise.all(programs.map((program) => program.end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
