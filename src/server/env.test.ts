import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_abc123',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc123',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123',
};

function refusal(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return '';
}

describe('readEnv', () => {
  it('takes tiles from a template, from a TileJSON, or from nowhere', () => {
    const tiles = (MAP_TILES_URL: string) => readEnv({ MAP_TILES_URL }).mapTilesUrl;
    expect(tiles('off')).toBeUndefined();
    expect(tiles('https://tiles.example/{z}/{x}/{y}.pbf?key=1')).toBe('https://tiles.example/{z}/{x}/{y}.pbf?key=1');
    expect(tiles('http://127.0.0.1:8080/planet')).toBe('http://127.0.0.1:8080/planet');
    for (const bad of ['on', 'file:///etc/passwd', 'https://tiles.example/{z}/{x}.pbf', 'https://a:b@tiles.example/']) {
      expect(refusal({ MAP_TILES_URL: bad })).toMatch(/^MAP_TILES_URL is ".+", allowed is off, an http or https/);
    }
  });

  it('takes a mailbox for replies with user, password and folder, and never prints it', () => {
    const read = (IMAP_URL: string) => readEnv({ INBOUND_ADDRESS: 'reply+*@town.example', IMAP_URL }).inbound?.mailbox;
    expect(read('imaps://reply%40town.example:p%3Aw%2F@imap.example.net/Alameda%20replies')).toEqual({
      ...{ host: 'imap.example.net', port: 993, isSecure: true, isLocal: false },
      ...{ user: 'reply@town.example', password: 'p:w/', folder: 'Alameda replies' },
    });
    expect(read('imap://a:b@[::1]:1143')).toMatchObject({
      ...{ host: '::1', port: 1143, isSecure: false, isLocal: true, folder: 'INBOX' },
    });
    for (const bad of [
      'smtp://a:b@host',
      'imaps://host/Mail',
      'imaps://a@host',
      'imaps://a:50%@host',
      'a mailbox of ours',
    ]) {
      const text = refusal({ INBOUND_ADDRESS: 'reply+*@town.example', IMAP_URL: bad });
      expect(text).toMatch(
        /^IMAP_URL is set to a value of \d+ characters \(not shown\), allowed is a mailbox with its user/,
      );
      expect(text).not.toContain(bad);
    }
    expect(refusal({ IMAP_URL: 'imaps://a:b@host' })).toBe(
      'IMAP_URL is set but INBOUND_ADDRESS is not, allowed is both or the address alone',
    );
  });

  it('needs nothing', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      demandsSecondFactor: false,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      poolerUrl: undefined,
      readUrl: undefined,
      accessLog: undefined,
      cityPack: 'olmos-park',
      sampleContent: true,
      stripe: undefined,
      paymentSandbox: true,
      smtpUrl: undefined,
      smtpTls: true,
      mailFrom: 'no-reply@localhost',
      trustProxy: 0,
      webConcurrency: 1,
      logLevel: 'info',
      tracing: undefined,
      metricsToken: undefined,
      breachedPasswordsFile: undefined,
      mapTilesUrl: 'https://tiles.openfreemap.org/planet',
      backups: undefined,
      backupRecipient: undefined,
      s3: undefined,
      storage: 'folder',
      historyDays: 0,
    });
  });

  it('sends traces only to a collector', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318';
    const traces = (source: Record<string, string>) => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT, ...source }).tracing;
    expect(traces({})).toEqual({ serviceName: 'alameda', share: 1 });
    const named = { OTEL_SERVICE_NAME: 'town', OTEL_TRACES_SAMPLER_ARG: '0.05' };
    expect(traces(named)).toEqual({ serviceName: 'town', share: 0.05 });
    expect(readEnv(named).tracing).toBeUndefined();
  });

  it('takes the database past a pooler from DATABASE_DIRECT_URL', () => {
    const [pooler, direct] = ['postgres://town:a@127.0.0.1:6432/town', 'postgres://town:a@127.0.0.1:5432/town'];
    expect(readEnv({ DATABASE_URL: direct })).toMatchObject({ databaseUrl: direct, poolerUrl: undefined });
    const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
    expect(readEnv(both)).toMatchObject({ databaseUrl: direct, poolerUrl: pooler });
    expect(() => readEnv({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_URL is not');
    expect(readEnv({ ...both, DATABASE_READ_URL: direct })).toMatchObject({ readUrl: direct });
    expect(() => readEnv({ DATABASE_READ_URL: direct })).toThrow('DATABASE_URL is not');
    const inClear = { ...both, DATABASE_DIRECT_URL: 'postgres://town:a@db.example/town?sslmode=disable' };
    expect(() => readEnv(inClear)).toThrow('DATABASE_DIRECT_URL allows a connection in clear');
  });

  it('keeps the history of a site that others reach, or as long as it is told', () => {
    expect(readEnv({ SITE_URL: 'https://town.example' }).historyDays).toBe(7);
    expect(readEnv({ HISTORY_DAYS: '2' }).historyDays).toBe(2);
    expect(readEnv({ SITE_URL: 'https://town.example', HISTORY_DAYS: '0' }).historyDays).toBe(0);
  });

  it('takes an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      poolerUrl: undefined,
      readUrl: undefined,
      stripe: undefined,
    });
  });

  it('derives the address from the port, and the sender from the address', () => {
    expect(readEnv({ PORT: '4123' }).siteUrl).toBe('http://localhost:4123');
    expect(readEnv({ SITE_URL: 'https://town.example/' })).toMatchObject({
      siteUrl: 'https://town.example',
      mailFrom: 'no-reply@town.example',
    });
  });

  it('demands a second factor of staff wherever others than this machine reach the site', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'town.localhost'])
      expect(readEnv({ SITE_URL: `http://${host}:8080` }).demandsSecondFactor, host).toBe(false);
    for (const host of ['town.example', 'localhost.example', '192.168.0.7'])
      expect(readEnv({ SITE_URL: `https://${host}` }).demandsSecondFactor, host).toBe(true);
  });

  it('leaves an own database empty unless told otherwise', () => {
    const DATABASE_URL = 'postgres://me@db.example/town';
    expect(readEnv({ DATABASE_URL }).sampleContent).toBe(false);
    expect(readEnv({ DATABASE_URL, SAMPLE_CONTENT: 'on' }).sampleContent).toBe(true);
    expect(readEnv({ SAMPLE_CONTENT: 'off' }).sampleContent).toBe(false);
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'town.localhost'])
      expect(readEnv({ SITE_URL: `http://${host}:8080` }).sampleContent, host).toBe(true);
    for (const host of ['town.example', 'localhost.example', '192.168.0.7', 'notlocalhost'])
      expect(readEnv({ SITE_URL: `https://${host}` }).sampleContent, host).toBe(false);
    expect(readEnv({ SITE_URL: 'https://town.example', SAMPLE_CONTENT: 'on' }).sampleContent).toBe(true);
  });

  it('plays Stripe on this machine only, unless told otherwise', () => {
    expect(readEnv({ SITE_URL: 'https://town.example' }).paymentSandbox).toBe(false);
    expect(readEnv({ SITE_URL: 'https://town.example', PAYMENT_SANDBOX: 'on' }).paymentSandbox).toBe(true);
    expect(readEnv({ PAYMENT_SANDBOX: 'off' }).paymentSandbox).toBe(false);
  });

  it('demands TLS of a database on another machine', () => {
    const read = (DATABASE_URL: string, more = {}) => readEnv({ DATABASE_URL, ...more }).databaseUrl;
    const far = 'postgres://me:pw@db.example:5433/town';
    expect(read(far)).toBe(`${far}?sslmode=verify-full`);
    expect(read(`${far}?application_name=x`)).toBe(`${far}?application_name=x&sslmode=verify-full`);
    for (const kept of [
      'postgres://me@127.0.0.1/town',
      'postgres://me@localhost/town',
      'postgres://me@[::1]/town',
      'postgres://me@%2Fvar%2Frun%2Fpostgresql/town',
      'postgres://me@town/town?host=/var/run/postgresql',
      `${far}?sslmode=require`,
      `${far}?sslmode=no-verify`,
      `${far}?ssl=true`,
    ])
      expect(read(kept), kept).toBe(kept);
    for (const open of ['sslmode=disable', 'sslmode=allow', 'sslmode=prefer', 'ssl=0', 'ssl=false']) {
      expect(refusal({ DATABASE_URL: `${far}?${open}` }), open).toMatch(/^DATABASE_URL allows a connection in clear/);
      expect(refusal({ DATABASE_URL: `${far}?${open}` })).not.toContain('pw');
      expect(read(`${far}?${open}`, { DATABASE_TLS: 'optional' })).toBe(`${far}?${open}`);
    }
    expect(read(far, { DATABASE_TLS: 'optional' })).toBe(far);
  });

  it('counts proxies', () => {
    expect(readEnv({ TRUST_PROXY: 'off' }).trustProxy).toBe(0);
    expect(readEnv({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it.each([
    ['PORT', '0', 'PORT is "0", allowed is a whole number from 1 to 65535'],
    ['PORT', '80a', 'PORT is "80a", allowed is a whole number from 1 to 65535'],
    ['PORT', '65536', 'PORT is "65536", allowed is a whole number from 1 to 65535'],
    ['HOST', 'not a host', 'HOST is "not a host", allowed is a host name or an IP address'],
    ['WEB_CONCURRENCY', '1.5', 'WEB_CONCURRENCY is "1.5", allowed is a whole number from 1 to 64'],
    ['SMTP_TLS', 'yes', 'SMTP_TLS is "yes", allowed is required, optional'],
    ['DATABASE_TLS', 'off', 'DATABASE_TLS is "off", allowed is required, optional'],
    ['PAYMENT_SANDBOX', '1', 'PAYMENT_SANDBOX is "1", allowed is on, off'],
    ['SAMPLE_CONTENT', 'yes', 'SAMPLE_CONTENT is "yes", allowed is on, off'],
    ['OTEL_TRACES_SAMPLER_ARG', '5', 'OTEL_TRACES_SAMPLER_ARG is "5", allowed is the share of traces to send, 0 to 1'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'localhost:4318',
      'OTEL_EXPORTER_OTLP_ENDPOINT is "localhost:4318", allowed is the http or https address of a collector, such as http://localhost:4318',
    ],
    ['TRUST_PROXY', 'on', 'TRUST_PROXY is "on", allowed is off, or the number of proxies in front (1 to 10)'],
    [
      'DATA_DIR',
      'smtp://127.0.0.1:25',
      'DATA_DIR is "smtp://127.0.0.1:25", allowed is a folder, such as /var/lib/alameda',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud", allowed is fatal, error, warn, info, debug, trace, silent'],
  ])('refuses %s=%s in one line', (name, value, message) => {
    expect(refusal({ [name]: value })).toBe(message);
  });

  it.each([
    ['SITE_URL', 'https://town.example/site'],
    ['SITE_URL', 'ftp://town.example'],
    ['SITE_URL', 'https://user:pass@town.example'],
    ['CITY_PACK', '../secrets'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'smtp://town:word@mail.example'],
    ['BREACHED_PASSWORDS_FILE', '/nowhere/pwned.txt'],
    ['BREACHED_PASSWORDS_FILE', 'package.json'],
    ['STRIPE_API_BASE', 'https://api.stripe.example'],
    ['STRIPE_JS_URL', 'http://127.0.0.1.evil.example/'],
  ])('refuses %s=%s', (name, value) => {
    const message = refusal({ ...testKeys, [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is ".*", allowed is .+$`));
    expect(message.split('\n')).toHaveLength(1);
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db.example/town'],
    ['SMTP_URL', 'https://mailer:hunter2@mail.example'],
    ['SMTP_URL', 'smtp://mailer:p@hunter2/x@mail.example'],
    ['SMTP_URL', 'smtp://mailer:hunter2#x@mail.example'],
    ['STRIPE_SECRET_KEY', 'hunter2'],
    ['STRIPE_WEBHOOK_SECRET', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2 hunter2'],
  ])('refuses a bad %s without showing it', (name, value) => {
    const message = refusal({ ...testKeys, [name]: value });
    expect(message).toMatch(
      new RegExp(`^${name} is set to a value of ${value.length} characters \\(not shown\\), allowed`),
    );
    expect(message).not.toContain('hunter2');
  });

  it('names each bad variable on a line of its own', () => {
    expect(refusal({ PORT: 'x', TRUST_PROXY: 'x' }).split('\n')).toHaveLength(2);
  });

  it('takes all Stripe keys', () => {
    expect(readEnv(testKeys).stripe).toMatchObject({ secretKey: 'sk_test_abc123', webhookSecret: 'whsec_abc123' });
    expect(readEnv({ ...testKeys, STRIPE_API_BASE: 'http://127.0.0.1:4100/' }).stripe?.apiBase).toBe(
      'http://127.0.0.1:4100',
    );
  });

  it('names the missing Stripe keys', () => {
    expect(refusal({ STRIPE_SECRET_KEY: 'sk_test_abc123' })).toMatch(
      /^STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are not set but STRIPE_SECRET_KEY is, allowed/,
    );
    const { STRIPE_WEBHOOK_SECRET, ...two } = testKeys;
    expect(refusal(two)).toMatch(/^STRIPE_WEBHOOK_SECRET is not set but .+ are, allowed/);
  });

  it('refuses other Stripe addresses without keys and with live keys', () => {
    expect(refusal({ STRIPE_API_BASE: 'http://127.0.0.1:4100' })).toMatch(/are not set but STRIPE_API_BASE is/);
    const live = { ...testKeys, STRIPE_SECRET_KEY: 'sk_live_abc123', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc123' };
    expect(refusal({ ...live, STRIPE_API_BASE: 'http://127.0.0.1:4100' })).toMatch(/only with test keys$/);
    const mixed = { ...testKeys, SITE_URL: 'https://town.example', STRIPE_SECRET_KEY: 'sk_live_abc123' };
    expect(refusal(mixed)).toMatch(/two of one kind$/);
  });

  it('refuses live Stripe keys where nobody else comes, or not by https, and says what to do', () => {
    const live = { ...testKeys, STRIPE_SECRET_KEY: 'rk_live_abc123', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc123' };
    for (const SITE_URL of ['', 'http://localhost:3000', 'https://localhost', 'http://town.example']) {
      const text = refusal({ ...live, SITE_URL });
      expect(text).toContain(
        `STRIPE_SECRET_KEY is a live key while SITE_URL is "${SITE_URL || 'http://localhost:3000'}"`,
      );
      expect(text).toMatch(/set SITE_URL to that address, or put test keys in place of the live ones$/);
      expect(text).not.toContain('abc123');
      // The first of the three keys that setup asks for is refused alone.
      expect(refusal({ SITE_URL, STRIPE_SECRET_KEY: 'sk_live_abc123' })).toMatch(/^STRIPE_SECRET_KEY is a live key/);
    }
    expect(readEnv({ ...live, SITE_URL: 'https://town.example' }).stripe).toMatchObject({
      secretKey: 'rk_live_abc123',
    });
    expect(readEnv({ ...testKeys, SITE_URL: 'http://town.example' }).stripe).toMatchObject({
      secretKey: 'sk_test_abc123',
    });
  });
});
