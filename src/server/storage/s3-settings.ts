/** The settings of the store that all machines share: any that speaks S3. */
import type * as z from 'zod/mini';
import { isThisMachine } from '#server/demand-tls.ts';
import { EnvError, oneOf, secret, variable } from '#server/env-variable.ts';

export interface S3Env {
  /** Without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StorageEnv {
  /** Undefined: files are kept in DATA_DIR. */
  s3: S3Env | undefined;
  /** Where new files go. Those of the other place are read, too, until they are moved. */
  storage: 'folder' | 's3';
}

function readEndpoint(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined;
}

export const storageVariables = {
  S3_ENDPOINT: variable({ allowed: 'an address, such as https://s3.example.org', read: readEndpoint }),
  S3_REGION: variable({
    allowed: 'a region, such as us-east-1, or whatever the store calls its own',
    read: (text) => (/^[\w-]+$/.test(text) ? text : undefined),
  }),
  S3_BUCKET: variable({
    allowed: 'the name of a bucket (3 to 63 small letters, digits, dots and hyphens)',
    read: (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
  }),
  S3_ACCESS_KEY_ID: secret('a key without spaces', /^\S+$/),
  S3_SECRET_ACCESS_KEY: secret('a key without spaces', /^\S+$/),
  S3_TLS: oneOf(['required', 'optional'], 'required'),
  STORAGE: oneOf(['folder', 's3']),
};

type Held = { [Name in keyof typeof storageVariables]: z.output<(typeof storageVariables)[Name]> };

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** @throws EnvError */
export function readStorage(held: Held): StorageEnv {
  const missing = s3Names.filter((name) => held[name] === undefined);
  const areMissing = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set`;
  if (missing.length === s3Names.length) {
    if (held.STORAGE === 's3') throw new EnvError(`STORAGE is s3 but ${areMissing}, allowed is s3 with all five`);
    return { s3: undefined, storage: 'folder' };
  }
  const [endpoint = '', region = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = s3Names.map(
    (name) => held[name],
  );
  if (missing.length > 0) {
    const set = s3Names.filter((name) => held[name] !== undefined);
    throw new EnvError(
      `${areMissing} but ${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'}, allowed is all five S3 settings or none`,
    );
  }
  const { protocol, hostname } = new URL(endpoint);
  if (protocol === 'http:' && held.S3_TLS !== 'optional' && !isThisMachine(hostname)) {
    throw new EnvError(
      `S3_ENDPOINT is ${JSON.stringify(endpoint)}, which sends files and keys in clear to another machine, allowed is an https address ` +
        '(or S3_TLS=optional where nobody can listen in between)',
    );
  }
  return { s3: { endpoint, region, bucket, accessKeyId, secretAccessKey }, storage: held.STORAGE ?? 's3' };
}
