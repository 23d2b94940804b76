import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from '#server/env.ts';

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
  it('needs nothing', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      cityPack: 'olmos-park',
      sampleContent: true,
      stripe: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      trustProxy: 0,
      webConcurrency: 1,
      logLevel: 'info',
      metricsToken: undefined,
    });
  });

  it('takes an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
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
    ['SAMPLE_CONTENT', 'yes', 'SAMPLE_CONTENT is "yes", allowed is on, off'],
    ['TRUST_PROXY', 'on', 'TRUST_PROXY is "on", allowed is off, or the number of proxies in front (1 to 10)'],
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
    expect(refusal({ ...testKeys, STRIPE_SECRET_KEY: 'sk_live_abc123' })).toMatch(/two of one kind$/);
  });
});
