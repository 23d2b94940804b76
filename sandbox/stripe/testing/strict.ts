/**
 * Checks that an object is exactly what Stripe's description says: all required fields and no others. It
 * reads the schemas while it checks; a validator that compiles them first takes seconds, because each schema
 * leads to nearly all others.
 */
import { description, type Schema } from '../engine/description.ts';

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

function isOfType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type;
}

function check(schema: Schema, value: unknown, path: string): string[] {
  if (schema.nullable && value === null) return [];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const named = description.schemas[name];
    return named ? check(named, value, path) : [`there is no schema '${name}'`];
  }
  if (schema.anyOf) {
    const tries = schema.anyOf.map((choice) => check(choice, value, path));
    return tries.reduce((best, faults) => (faults.length < best.length ? faults : best));
  }
  if (schema.type && !isOfType(value, schema.type)) return [`${path} is ${typeOf(value)}, not ${schema.type}`];
  if (schema.enum && !schema.enum.some((word) => word === value)) return [`${path} is '${value}'`];
  if (Array.isArray(value)) return value.flatMap((item, index) => check(schema.items ?? {}, item, `${path}[${index}]`));
  return typeof value === 'object' && value !== null ? checkObject(schema, value, path) : [];
}

function checkObject(schema: Schema, value: object, path: string): string[] {
  const { properties, required = [], additionalProperties: more } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`);
  const held = Object.entries(value).flatMap(([name, item]) => {
    const property = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property) return check(property, item, `${path}.${name}`);
    if (typeof more === 'object') return check(more, item, `${path}.${name}`);
    return properties ? [`${path}.${name} is no field of it`] : [];
  });
  return [...missing, ...held];
}

const checkNamed = (name: string, value: unknown) => check({ $ref: name }, value, name);

interface EventLike {
  type: string;
  data: { object: { object: string } };
}

const isEvent = (value: { object: string }): value is { object: string } & EventLike => value.object === 'event';

/** Lists what is wrong with an answer of the API or an event; an empty list means nothing. */
export function faultsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return ['no object'];
  if ('error' in value) return checkNamed('error', value);
  const { object } = value as { object?: unknown };
  if (typeof object !== 'string') return ['it does not say what object it is'];
  if (object === 'list' && 'data' in value && Array.isArray(value.data)) return value.data.flatMap(faultsOf);
  if ('deleted' in value && value.deleted === true) return checkNamed(`deleted_${object}`, value);
  const named = { ...value, object };
  if (!isEvent(named)) return checkNamed(object, value);
  const resource = description.events[named.type];
  const { object: carried } = named.data;
  return [
    ...checkNamed('event', value),
    ...(resource === carried.object ? [] : [`${named.type} carries ${carried.object}, not ${resource}`]),
    ...faultsOf(carried),
  ];
}
