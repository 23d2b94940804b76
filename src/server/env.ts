/** Reads the environment once at start: every variable has a type, a check and a default. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { logLevels } from '#server/log.ts';
import { type BackupPlan, backupVariables, readBackupPlan } from './backup/plan.ts';
import { type DatabaseUrls, databaseVariables, readDatabaseUrls } from './database-urls.ts';
import { isThisMachine } from './demand-tls.ts';
import { EnvError, oneOf, readUrl, secret, variable, wholeNumber } from './env-variable.ts';
import { isHashList } from './hash-list.ts';
import { type InboundEnv, inboundVariables, readInbound } from './mail/inbound-settings.ts';
import { readStorage, type StorageEnv, storageVariables } from './storage/s3-settings.ts';

type Source = Readonly<Record<string, string | undefined>>;

function isOrigin(url: URL): boolean {
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** Tells whether only its own machine can reach a site with this address: localhost, or a name below it. */
export function isOnThisMachine(siteUrl: string): boolean {
  const url = new URL(siteUrl);
  return isThisMachine(url.hostname) || url.hostname.endsWith('.localhost');
}

const loopbackUrl = variable({
  allowed: 'an http or https address on this machine (127.0.0.1, ::1 or localhost)',
  read: (text) => {
    const url = readUrl(text, ['http:', 'https:']);
    return url && isThisMachine(url.hostname) ? text.replace(/\/+$/, '') : undefined;
  },
});

/** A host name or an address; `::` and `0.0.0.0` listen on every interface. */
const isHost = (text: string) => isIP(text) !== 0 || /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text);

/** OpenFreeMap: OpenStreetMap's data in the OpenMapTiles schema, free and without a key (docs/maps.md). */
const freeMapTiles = 'https://tiles.openfreemap.org/planet';

/** A template names all three parts of a tile's address; an address without any is a TileJSON. */
function isTilesUrl(text: string): boolean {
  const named = ['{z}', '{x}', '{y}'].filter((part) => text.includes(part)).length;
  const url = readUrl(text, ['http:', 'https:']);
  return url !== undefined && (named === 0 || named === 3) && url.username === '' && url.hash === '';
}

/** A slash or a second @ after the host is a sign of the password that was not written as %2F or %40. */
function isMailServer(text: string): boolean {
  const url = readUrl(text, ['smtp:', 'smtps:']);
  return url !== undefined && ['', '/'].includes(url.pathname) && url.hash === '' && !url.search.includes('@');
}

const Variables = z.object({
  PORT: wholeNumber('3000', 1, 65_535),
  HOST: variable({
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    read: (text) => (isHost(text) ? text : undefined),
  }),
  SITE_URL: variable({
    allowed: 'an http or https origin without a path, such as https://example.org',
    read: (text) => {
      const url = readUrl(text, ['http:', 'https:']);
      return url && isOrigin(url) ? url.origin : undefined;
    },
  }),
  DATA_DIR: variable({
    fallback: '.data',
    allowed: 'a folder, such as /var/lib/alameda',
    // An address in its place is a slip: it would become a folder of that name.
    read: (text) => (/^[a-z]+:\/\//i.test(text) ? undefined : resolve(text)),
  }),
  ...databaseVariables,
  CITY_PACK: variable({
    fallback: 'olmos-park',
    allowed: 'the name of a folder of cities/ (small letters, digits and hyphens)',
    read: (text) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : undefined),
  }),
  SAMPLE_CONTENT: oneOf(['on', 'off']),
  STRIPE_SECRET_KEY: secret('a secret key that begins with sk_ or rk_', /^(sk|rk)_(test|live)_\w+$/),
  STRIPE_PUBLISHABLE_KEY: secret('a publishable key that begins with pk_', /^pk_(test|live)_\w+$/),
  STRIPE_WEBHOOK_SECRET: secret('a signing secret that begins with whsec_', /^whsec_[\w+/=-]+$/),
  STRIPE_TAX: oneOf(['on', 'off'], 'off'),
  PAYMENT_SANDBOX: oneOf(['on', 'off']),
  STRIPE_API_BASE: loopbackUrl,
  STRIPE_JS_URL: loopbackUrl,
  SMTP_URL: variable({
    secret: true,
    allowed:
      'a mail server address, such as smtp://user:password@host:587 (in user and password / is %2F, @ is %40, # is %23, ? is %3F)',
    read: (text) => (isMailServer(text) ? text : undefined),
  }),
  SMTP_TLS: oneOf(['required', 'optional'], 'required'),
  MAIL_FROM: variable({
    allowed: 'a mailbox, such as news@example.org or Town News <news@example.org>',
    read: (text) => (/^([^<>\r\n]+<[^\s@<>:]+@[^\s@<>:/]+>|[^\s@<>:]+@[^\s@<>:/]+)$/.test(text) ? text : undefined),
  }),
  ...inboundVariables,
  TRUST_PROXY: variable({
    fallback: 'off',
    allowed: 'off, or the number of proxies in front (1 to 10)',
    read: (text) => (text === 'off' ? 0 : /^([0-9]|10)$/.test(text) ? Number(text) : undefined),
  }),
  WEB_CONCURRENCY: wholeNumber('1', 1, 64),
  LOG_LEVEL: oneOf(logLevels, 'info'),
  MAP_TILES_URL: variable({
    fallback: freeMapTiles,
    allowed: 'off, an http or https address of tiles with {z}, {x} and {y}, or the address of a TileJSON',
    read: (text) => (text === 'off' || isTilesUrl(text) ? text : undefined),
  }),
  BREACHED_PASSWORDS_FILE: variable({
    allowed: 'a file with lines HASH:COUNT, sorted by their SHA-1',
    read: (text) => (isHashList(resolve(text)) ? resolve(text) : undefined),
  }),
  ACCESS_LOG: variable({
    fallback: 'off',
    allowed: 'off, or a file',
    read: (text) => (text === 'off' ? text : resolve(text)),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    allowed: 'the http or https address of a collector, such as http://localhost:4318',
    read: (text) => (readUrl(text, ['http:', 'https:']) ? text : undefined),
  }),
  OTEL_SERVICE_NAME: variable({ fallback: 'alameda', allowed: 'a name', read: (text) => text }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    fallback: '1',
    allowed: 'the share of traces to send, 0 to 1',
    read: (text) => (/^(0|1|0?\.\d+)$/.test(text) ? Number(text) : undefined),
  }),
  METRICS_TOKEN: secret('any text without spaces', /^\S+$/),
  ...backupVariables,
  ...storageVariables,
  HISTORY_DAYS: wholeNumber('7', 0, 90),
});

/** The names of all settings. */
export const variableNames: readonly string[] = Object.keys(Variables.shape);

/** Each setting as the site takes it: two spellings of one value are the same, and so are a default and none. */
export function settingTexts(source: Source, rules = Object.entries(Variables.shape)): Record<string, string> {
  return Object.fromEntries(
    rules.map(([name, rule]) => [name, `${JSON.stringify(rule.safeParse(source[name]).data)}`]),
  );
}

export interface StripeEnv {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  collectsTax: boolean;
  /** Other addresses of Stripe, for tests only. */
  apiBase: string | undefined;
  jsUrl: string | undefined;
}

export interface TracingEnv {
  serviceName: string;
  /** The share of traces that are sent, 0 to 1. */
  share: number;
}

export interface Env extends DatabaseUrls, StorageEnv {
  port: number;
  host: string;
  /** The public origin, without a slash at its end. */
  siteUrl: string;
  /** True where staff have to have a second factor: where others than this machine reach the site. */
  demandsSecondFactor: boolean;
  /** An absolute path. */
  dataDir: string;
  cityPack: string;
  sampleContent: boolean;
  /** Undefined means the payment sandbox, or nobody can pay. */
  stripe: StripeEnv | undefined;
  /** True when the sandbox plays Stripe because there are no keys. */
  paymentSandbox: boolean;
  /** Undefined means that mail is written to `dataDir`/outbox. */
  smtpUrl: string | undefined;
  /** True when mail goes to another machine only encrypted. */
  smtpTls: boolean;
  mailFrom: string;
  /** Undefined where the site takes no mail: replies go to the town's mailbox. */
  inbound: InboundEnv | undefined;
  /** The number of proxies in front that may set the client's address. */
  trustProxy: number;
  webConcurrency: number;
  logLevel: (typeof logLevels)[number];
  /** An absolute path; undefined: none is written. */
  accessLog: string | undefined;
  /** Undefined where no spans are sent. */
  tracing: TracingEnv | undefined;
  metricsToken: string | undefined;
  /** An absolute path: SHA-1 hashes of breached passwords, sorted, one a line. */
  breachedPasswordsFile: string | undefined;
  /** Vector tiles with {z}, {x} and {y}, or a TileJSON; undefined means none. */
  mapTilesUrl: string | undefined;
  /** Undefined where the site makes no backups by itself. */
  backups: BackupPlan | undefined;
  /** A public key of age: backups are encrypted for it. */
  backupRecipient: string | undefined;
  /** The embedded database can be brought back to any minute of so many days; 0: it cannot. */
  historyDays: number;
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * A copy of a site on somebody's own machine must not charge cards, and on plain http Stripe's payment form refuses live keys
 * (docs/running.md#settings).
 */
function refuseLiveKey(secretKey: string | undefined, siteUrl: string): void {
  if (!secretKey?.includes('_live_') || (siteUrl.startsWith('https:') && !isOnThisMachine(siteUrl))) return;
  throw new EnvError(
    `STRIPE_SECRET_KEY is a live key while SITE_URL is ${JSON.stringify(siteUrl)}, allowed is a live key with an https address that others reach: ` +
      'set SITE_URL to that address, or put test keys in place of the live ones',
  );
}

function readStripe(held: z.output<typeof Variables>, siteUrl: string): StripeEnv | undefined {
  const redirected = (['STRIPE_API_BASE', 'STRIPE_JS_URL'] as const).filter((name) => held[name] !== undefined);
  const missing = stripeNames.filter((name) => held[name] === undefined);
  const [secretKey, publishableKey, webhookSecret] = stripeNames.map((name) => held[name]);
  if (redirected.length === 0) refuseLiveKey(secretKey, siteUrl);
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    if (missing.length === stripeNames.length && redirected.length === 0) return undefined;
    const set = missing.length < stripeNames.length ? stripeNames.filter((name) => held[name]) : redirected;
    throw new EnvError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set but ${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'}, ` +
        'allowed is all three Stripe keys or none of the Stripe variables',
    );
  }
  const isLive = (key: string) => key.includes('_live_');
  if (isLive(secretKey) !== isLive(publishableKey)) {
    const kind = (key: string) => (isLive(key) ? 'a live key' : 'a test key');
    throw new EnvError(
      `STRIPE_PUBLISHABLE_KEY is ${kind(publishableKey)} and STRIPE_SECRET_KEY is ${kind(secretKey)}, allowed is two of one kind`,
    );
  }
  if (redirected.length > 0 && isLive(secretKey)) {
    throw new EnvError(
      `${redirected.join(' and ')} set together with live Stripe keys, allowed is only with test keys`,
    );
  }
  const { STRIPE_API_BASE: apiBase, STRIPE_JS_URL: jsUrl, STRIPE_TAX: tax } = held;
  return { secretKey, publishableKey, webhookSecret, collectsTax: tax === 'on', apiBase, jsUrl };
}

/** Every variable with a default has a value after parsing. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a variable with a default came out empty');
  return value;
}

/**
 * Reads and checks every variable of docs/running.md; `source` is `process.env` or a test's own record.
 * Throws `EnvError`, whose message has one line for each bad variable: its name, its value and the allowed values.
 */
export function readEnv(source: Source = process.env): Env {
  const parsed = Variables.safeParse(source);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const held = parsed.data;
  const port = present(held.PORT);
  const siteUrl = held.SITE_URL ?? `http://localhost:${port}`;
  const storage = readStorage(held);
  return {
    port,
    host: present(held.HOST),
    siteUrl,
    demandsSecondFactor: !isOnThisMachine(siteUrl),
    dataDir: present(held.DATA_DIR),
    ...readDatabaseUrls(held),
    cityPack: present(held.CITY_PACK),
    sampleContent: held.SAMPLE_CONTENT
      ? held.SAMPLE_CONTENT === 'on'
      : held.DATABASE_URL === undefined && isOnThisMachine(siteUrl),
    stripe: readStripe(held, siteUrl),
    paymentSandbox: held.PAYMENT_SANDBOX ? held.PAYMENT_SANDBOX === 'on' : isOnThisMachine(siteUrl),
    smtpUrl: held.SMTP_URL,
    smtpTls: held.SMTP_TLS === 'required',
    mailFrom: held.MAIL_FROM ?? `no-reply@${new URL(siteUrl).hostname}`,
    inbound: readInbound(held),
    trustProxy: present(held.TRUST_PROXY),
    webConcurrency: present(held.WEB_CONCURRENCY),
    logLevel: present(held.LOG_LEVEL),
    accessLog: held.ACCESS_LOG === 'off' ? undefined : held.ACCESS_LOG,
    tracing:
      held.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { serviceName: present(held.OTEL_SERVICE_NAME), share: present(held.OTEL_TRACES_SAMPLER_ARG) },
    metricsToken: held.METRICS_TOKEN,
    breachedPasswordsFile: held.BREACHED_PASSWORDS_FILE,
    mapTilesUrl: held.MAP_TILES_URL === 'off' ? undefined : held.MAP_TILES_URL,
    ...storage,
    backups: readBackupPlan(held, storage.storage === 's3'),
    backupRecipient: held.BACKUP_RECIPIENT,
    historyDays: source.HISTORY_DAYS?.trim() || !isOnThisMachine(siteUrl) ? present(held.HISTORY_DAYS) : 0,
  };
}
