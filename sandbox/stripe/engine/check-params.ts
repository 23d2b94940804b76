/**
 * Converts the strings of a form into the types of Stripe's description, and refuses parameters that it does
 * not list, as Stripe does.
 */
import type { Schema } from './description.ts';
import { invalidRequest, missingParam } from './errors.ts';
import type { FormValue } from './form.ts';

/** An empty string unsets a field: where that is allowed, the handler gets null. */
export type Param = string | number | boolean | null | Param[] | { [key: string]: Param };

const join = (path: string, key: string | number) => (path === '' ? String(key) : `${path}[${key}]`);

function oneOf(values: readonly string[]): string {
  if (values.length === 1) return `must be ${values[0]}`;
  return `must be one of ${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;
}

const lastName = (path: string) => path.match(/([^[\]]+)\]?$/)?.[1] ?? path;

function emptyValue(schema: Schema, path: string): Param {
  const canUnset = schema.nullable || schema.anyOf?.some((choice) => choice.enum?.includes(''));
  if (canUnset) return null;
  throw invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. ` +
      `You should remove '${path}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: path },
  );
}

function text(value: string, schema: Schema, path: string): Param {
  switch (schema.type) {
    case 'integer':
      if (/^-?\d{1,15}$/.test(value)) return Number(value);
      throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: path });
    case 'number':
      if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
      throw invalidRequest(`Invalid decimal: ${value}`, { param: path });
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      throw invalidRequest(`Invalid boolean: ${value}`, { param: path });
    case 'object':
      throw invalidRequest('Invalid object', { param: path });
    case 'array':
      throw invalidRequest('Invalid array', { param: path });
    default:
      if (!schema.enum || schema.enum.includes(value)) return value;
      throw invalidRequest(`Invalid ${lastName(path)}: ${oneOf(schema.enum)}`, { param: path });
  }
}

/**
 * Chooses the allowed shape that fits the value. Enumerations come first, because plain text would accept any
 * string.
 */
function choose(value: FormValue, choices: Schema[]): Schema {
  const shaped = choices.filter((choice) =>
    Array.isArray(value)
      ? choice.type === 'array'
      : typeof value === 'object'
        ? choice.type === 'object'
        : choice.type !== 'object' && choice.type !== 'array',
  );
  const exact = typeof value === 'string' ? shaped.find((choice) => choice.enum?.includes(value)) : undefined;
  return exact ?? shaped.find((choice) => !choice.enum) ?? shaped.at(-1) ?? choices.at(-1) ?? {};
}

function checkValue(value: FormValue, schema: Schema, path: string): Param {
  if (value === '') return schema.type === 'array' ? [] : emptyValue(schema, path);
  if (schema.anyOf) return checkValue(value, choose(value, schema.anyOf), path);
  if (typeof value === 'string') return text(value, schema, path);
  if (Array.isArray(value)) {
    if (schema.type !== 'array') throw invalidRequest(`Invalid ${schema.type ?? 'string'}`, { param: path });
    return value.map((item, index) => checkValue(item, schema.items ?? {}, join(path, index)));
  }
  if (schema.type !== 'object') throw invalidRequest(`Invalid ${schema.type ?? 'string'}: {...}`, { param: path });
  return checkObject(value, schema, path);
}

function checkObject(value: { [key: string]: FormValue }, schema: Schema, path: string): { [key: string]: Param } {
  const known = schema.properties ?? {};
  const more = schema.additionalProperties;
  const entries = Object.entries(value).map(([key, item]): [string, Param] => {
    const itemPath = join(path, key);
    const property = Object.hasOwn(known, key) ? known[key] : typeof more === 'object' ? more : undefined;
    // Metadata: an empty value deletes its key.
    if (property === more && item === '') return [key, ''];
    if (!property) {
      if (more === true) return [key, typeof item === 'string' ? item : JSON.stringify(item)];
      throw invalidRequest(`Received unknown parameter: ${itemPath}`, { code: 'parameter_unknown', param: itemPath });
    }
    return [key, checkValue(item, property, itemPath)];
  });
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) throw missingParam(join(path, name));
  }
  return Object.fromEntries(entries);
}

/** Returns `sent` with the types of the request's description; throws Stripe's 400 when it does not fit. */
export function checkParams(sent: { [key: string]: FormValue }, schema: Schema): { [key: string]: Param } {
  return checkObject(sent, schema, '');
}

/**
 * `payment_method_types` was removed from this version's requests, not from older ones. A caller that names
 * no version, such as Stripe's command line, may still send it.
 */
export function withoutRemovedParams(
  sent: { [key: string]: FormValue },
  schema: Schema,
  namesVersion: boolean,
): { [key: string]: FormValue } {
  if (!('payment_method_types' in sent) || schema.properties?.payment_method_types) return sent;
  if (namesVersion) {
    throw invalidRequest(
      'The `payment_method_types` parameter is no longer supported in this API version. Use `allowed_payment_method_types` instead.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    );
  }
  const { payment_method_types: types, ...rest } = sent;
  const current = 'allowed_payment_method_types';
  return types === undefined || current in rest || !schema.properties?.[current] ? rest : { ...rest, [current]: types };
}
