/** Makes values for a JSON Schema, as the contracts give it: plausible ones, and hostile ones in their places. */
import { hostileTexts } from '../hostile-texts.ts';
import type { Random } from './random.ts';

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Plausible texts by the name of their field; '' for all other names. */
export type Texts = (name: string, random: Random) => string | undefined;

interface Sampling {
  random: Random;
  texts: Texts;
  /** The share of hostile values, from 0 to 1. */
  hostility: number;
}

const broken = [
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '%00',
  '%',
  '../../etc/passwd',
  "'; drop table users; --",
  '-1',
  '1e309',
];
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  [],
  {},
  [[[]]],
  { toString: null },
  JSON.parse('{"__proto__":{}}'),
];
const words = [
  'Fig',
  'Ladder',
  'bread',
  'Oak Street',
  'on Sundays',
  'ñandú',
  'ｆｕｌｌ',
  '🌮🌮',
  'İstanbul',
  'a\nb',
  'ﷺ',
];

export function hostileValue(random: Random): unknown {
  const kind = random.below(6);
  if (kind === 0) return random.pick(odd);
  if (kind === 1) return random.pick(broken);
  if (kind === 2) return 'x'.repeat(random.below(7000));
  if (kind === 3) return random.pick(broken) + random.pick(hostileTexts);
  return random.pick(hostileTexts);
}

function sampleText(schema: JsonSchema, name: string, { random, texts }: Sampling): string {
  const known = texts(name, random);
  if (known !== undefined && random.chance(0.95)) return known;
  const days = random.below(400) - 20;
  const day = new Date(Date.now() + days * 86_400_000).toISOString();
  if (schema.format === 'date') return day.slice(0, 10);
  if (schema.format === 'date-time') return day;
  if (schema.format === 'time') return '09:30';
  const length = Math.max(schema.minLength ?? 0, random.below(Math.min(schema.maxLength ?? 60, 60)));
  let text = random.pick(words);
  while (text.length < length) text += ` ${random.pick(words)}`;
  return text.slice(0, schema.maxLength ?? text.length);
}

function sampleNumber({ minimum = -10, maximum = 1000 }: JsonSchema, isWhole: boolean, random: Random): number {
  const [low, high] = [Math.max(minimum, -1000), Math.min(maximum, 100_000)];
  const value = low + random.next() * (high - low);
  return isWhole ? Math.round(value) : value;
}

function sampleObject(schema: JsonSchema, root: JsonSchema, sampling: Sampling): Record<string, unknown> {
  const { random, hostility } = sampling;
  const required = new Set(schema.required);
  const entries: [string, unknown][] = [];
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const isLeftOut = required.has(key) ? random.chance(hostility / 4) : random.chance(0.3);
    if (!isLeftOut) entries.push([key, sample(part, root, key, sampling)]);
  }
  if (typeof schema.additionalProperties === 'object' && random.chance(0.5)) {
    entries.push([random.pick(words), sample(schema.additionalProperties, root, '', sampling)]);
  }
  if (random.chance(hostility)) {
    const key = random.pick(['role', 'ownerId', 'status', 'isPremium', 'emailVerified', 'id', 'constructor', 'length']);
    entries.push([key, random.pick(['staff', 'approved', true, hostileValue(random)])]);
  }
  return Object.fromEntries(entries);
}

/** @param root the whole schema, for its $defs */
export function sample(schema: JsonSchema, root: JsonSchema, name: string, sampling: Sampling): unknown {
  const { random, hostility } = sampling;
  if (random.chance(hostility)) return hostileValue(random);
  if (schema.$ref !== undefined) {
    const target = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return sample(target ?? {}, root, name, sampling);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(random.pick(choices), root, name, sampling);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, root, name, sampling)));
  }
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'object') return sampleObject(schema, root, sampling);
  if (type === 'array') {
    const count = Math.min(Math.max(schema.minItems ?? 0, random.below(4)), schema.maxItems ?? 4);
    if (schema.prefixItems) return schema.prefixItems.map((item) => sample(item, root, name, sampling));
    return Array.from({ length: count }, () => sample(schema.items ?? {}, root, name, sampling));
  }
  if (type === 'integer' || type === 'number') return sampleNumber(schema, type === 'integer', random);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return sampleText(schema, name, sampling);
}
