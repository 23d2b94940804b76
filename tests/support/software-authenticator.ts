/** A device that makes passkeys and signs with them, as browsers hand its answers to a page. Each part can be made wrong. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface SoftPasskey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  rpId: string;
  userHandle: string;
  counter: number;
}

/** Wrong parts, which no honest browser or device would send. */
interface Odd {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: the device did not recognize its person. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
}

const home = { origin: 'http://oakbend.example' };
const text = (value: Buffer) => value.toString('base64url');
const sha256 = (value: Buffer | string) => createHash('sha256').update(value).digest();

export class SoftwareAuthenticator {
  readonly keys: SoftPasskey[] = [];

  /** Makes a key for the answer of POST /api/auth/passkeys/setup. */
  make(
    question: { challenge: string; rp: { id: string }; user: { id: string } },
    odd: Odd & { format?: string; statement?: [string, unknown][] } = {},
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rpId = odd.rpId ?? question.rp.id;
    const id = randomBytes(16);
    const key = { id: text(id), privateKey, publicKey, rpId, userHandle: question.user.id, counter: odd.counter ?? 0 };
    this.keys.push(key);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = encode([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([authenticatorData(rpId, key.counter, 0x40, odd), attested]);
    const attestationObject = encode([
      ['fmt', odd.format ?? 'none'],
      ['attStmt', odd.statement ?? []],
      ['authData', authData],
    ]);
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', question.challenge, odd),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** Answers a question with one of its keys, the first when the question names none. */
  answer(
    question: { challenge: string; rpId: string; allowCredentials?: { id: string }[] | undefined },
    odd: Odd = {},
  ) {
    const named = question.allowCredentials?.map(({ id }) => id);
    const key = this.keys.find(({ id }) => named?.includes(id) ?? true) ?? this.keys[0];
    if (key === undefined) throw new Error('this device has no passkey');
    key.counter = odd.counter ?? key.counter;
    const clientDataJSON = clientData('webauthn.get', question.challenge, odd);
    const authData = authenticatorData(odd.rpId ?? question.rpId, key.counter, 0, odd);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: text(authData),
        signature: text(sign('sha256', signed, key.privateKey)),
        userHandle: odd.userHandle ?? key.userHandle,
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }
}

function clientData(type: string, challenge: string, odd: Odd): string {
  const origin = odd.origin ?? home.origin;
  const data = { type: odd.type ?? type, challenge: odd.challenge ?? challenge, origin, crossOrigin: false };
  return text(Buffer.from(JSON.stringify(data)));
}

function authenticatorData(rpId: string, counter: number, moreFlags: number, { verified = true }: Odd): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (verified ? 0x04 : 0) | moreFlags]), count]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** Encodes the few CBOR types that such answers use; a list of pairs is a map. */
function encode(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = value as [unknown, unknown][];
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap((pair) => pair.map(encode))]);
}
