import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';

const all = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'town-files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};

function refusal(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

it('takes all five, and writes there', () => {
  expect(readEnv(all)).toMatchObject({
    storage: 's3',
    s3: { endpoint: 'https://s3.example.org', bucket: 'town-files' },
  });
  expect(readEnv({ ...all, STORAGE: 'folder' })).toMatchObject({ storage: 'folder', s3: { region: 'us-east-1' } });
});

it('names what is missing', () => {
  const { S3_REGION, S3_SECRET_ACCESS_KEY, ...three } = all;
  expect(refusal(three)).toBe(
    'S3_REGION and S3_SECRET_ACCESS_KEY are not set but S3_ENDPOINT and S3_BUCKET and S3_ACCESS_KEY_ID are, allowed is all five S3 settings or none',
  );
  expect(refusal({ STORAGE: 's3' })).toMatch(/^STORAGE is s3 but S3_ENDPOINT and .+ are not set/);
});

it('refuses to send keys in clear to another machine', () => {
  const open = { ...all, S3_ENDPOINT: 'http://s3.example.org' };
  expect(refusal(open)).toMatch(/^S3_ENDPOINT is "http:\/\/s3.example.org", which sends files and keys in clear/);
  expect(readEnv({ ...open, S3_TLS: 'optional' }).s3?.endpoint).toBe('http://s3.example.org');
  expect(readEnv({ ...all, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3?.endpoint).toBe('http://127.0.0.1:9000');
});

it.each([
  ['S3_ENDPOINT', 'ftp://s3.example.org'],
  ['S3_ENDPOINT', 'https://user:password@s3.example.org'],
  ['S3_BUCKET', 'Town'],
  ['S3_REGION', 'us east'],
])('refuses %s=%s', (name, value) => {
  expect(refusal({ ...all, [name]: value })).toMatch(new RegExp(`^${name} is "`));
});

it('shows no key', () => {
  expect(refusal({ ...all, S3_SECRET_ACCESS_KEY: 'hunter 2' })).not.toContain('hunter');
});
