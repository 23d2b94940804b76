/** A small S3 store in memory, for tests that always run: it checks signatures and checksums as a real one does. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Env } from '#server/storage/s3-settings.ts';

interface Held {
  bytes: Buffer;
  at: Date;
  type: string;
}

export interface S3StandIn {
  env: S3Env;
  /** The same as variables of the environment. */
  variables: Record<string, string>;
  objects: Map<string, Held>;
  /** The fault of every request. 'hang': the server accepts the request and never answers. */
  mood: 'well' | 'failing' | 'hang';
  /** The requests it has taken, as 'GET uploads/a'. */
  asked: string[];
  close: () => Promise<void>;
}

const keyId = 'stand-in';
const secretKey = 'not a secret'.replaceAll(' ', '-');
const region = 'us-east-1';
const bucket = 'town-files';
/** Few, so that lists have pages. */
const pageLength = 4;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Takes the signature apart and makes it anew, by AWS's description of version 4. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})/;
  const [, id, day = '', place = '', names = '', signature] = given.exec(headers.authorization ?? '') ?? [];
  const date = String(headers['x-amz-date'] ?? '');
  if (id !== keyId || place !== region || !date.startsWith(day)) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [method, pathname, query, lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(key, toSign).toString('hex') === signature;
}

interface Content {
  objects: Map<string, Held>;
  /** The parts of files that are being sent, by the upload's id. */
  uploads: Map<string, Map<number, Buffer>>;
}

interface Asked {
  key: string;
  query: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

function list({ objects }: Content, query: URLSearchParams): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = names.slice(from, from + pageLength);
  const more = from + pageLength < names.length;
  const entries = page.map((name) => {
    const { bytes, at } = objects.get(name) as Held;
    const etag = createHash('md5').update(bytes).digest('hex');
    return `<Contents><Key>${name}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${from + pageLength}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated><KeyCount>${page.length}</KeyCount>${entries.join('')}${next}</ListBucketResult>`;
}

function send({ objects }: Content, key: string, request: IncomingMessage, response: ServerResponse): void {
  const held = objects.get(key);
  if (held === undefined) return void refuse(response, 404, 'NoSuchKey');
  const { bytes, at, type } = held;
  const [, start, end] = /^bytes=(\d+)-(\d+)?$/.exec(request.headers.range ?? '') ?? [];
  const isPart = start !== undefined;
  if (isPart && Number(start) >= bytes.length) return void refuse(response, 416, 'InvalidRange');
  const last = Math.min(end === undefined ? bytes.length - 1 : Number(end), bytes.length - 1);
  const part = isPart ? bytes.subarray(Number(start), last + 1) : bytes;
  response.writeHead(isPart ? 206 : 200, {
    'content-type': type,
    'content-length': part.length,
    'last-modified': at.toUTCString(),
    ...(isPart ? { 'content-range': `bytes ${start}-${last}/${bytes.length}` } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

async function take({ objects, uploads }: Content, { key, query, request, response }: Asked) {
  const bytes = await buffer(request);
  const md5 = createHash('md5').update(bytes);
  const wanted = request.headers['content-md5'];
  if (wanted !== undefined && md5.copy().digest('base64') !== wanted) return refuse(response, 400, 'BadDigest');
  const parts = uploads.get(query.get('uploadId') ?? '');
  if (query.has('partNumber')) {
    if (parts === undefined) return refuse(response, 404, 'NoSuchUpload');
    parts.set(Number(query.get('partNumber')), bytes);
  } else objects.set(key, { bytes, at: new Date(), type: request.headers['content-type'] ?? '' });
  return response.writeHead(200, { etag: `"${md5.digest('hex')}"` }).end();
}

async function post({ objects, uploads }: Content, { key, query, request, response }: Asked) {
  const text = (await buffer(request)).toString();
  const xml = (body: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, new Map());
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(query.get('uploadId') ?? '');
  if (parts === undefined) return refuse(response, 404, 'NoSuchUpload');
  const named = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => parts.get(Number(number)));
  objects.set(key, { bytes: Buffer.concat(named as Buffer[]), at: new Date(), type: '' });
  uploads.delete(query.get('uploadId') ?? '');
  return xml(
    `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
  );
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const content: Content = { objects: new Map(), uploads: new Map() };
  const { objects, uploads } = content;
  const hanging = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
    const [, named, ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const { method = '' } = request;
    const asked: Asked = { key, query, request, response };
    standIn.asked.push(`${method} ${key}`);
    if (standIn.mood === 'hang') return void hanging.add(response);
    if (standIn.mood === 'failing') return void refuse(response, 503, 'SlowDown');
    if (!isSigned(request)) return void refuse(response, 403, 'SignatureDoesNotMatch');
    if (named !== bucket) return void refuse(response, 404, 'NoSuchBucket');
    if (method === 'PUT') return void (await take(content, asked));
    if (method === 'POST') return void (await post(content, asked));
    if (method === 'DELETE') {
      if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '');
      else objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (key === '')
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(list(content, query));
    return send(content, key, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: S3StandIn = {
    env: { endpoint, region, bucket, accessKeyId: keyId, secretAccessKey: secretKey },
    variables: {
      ...{ S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secretKey },
    },
    objects,
    mood: 'well',
    asked: [],
    close: () =>
      new Promise((closed) => {
        for (const response of hanging) response.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
