/**
 * Stripe's description of the requests and objects that the sandbox knows; ../api/README.md says where it
 * comes from.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Schema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: string[];
  anyOf?: Schema[];
  nullable?: boolean;
  $ref?: string;
}

interface Description {
  version: string;
  /** Keyed by method and path: 'POST /v1/customers'. */
  requests: Record<string, Schema>;
  /** The schema of an event's object, keyed by the event's type. */
  events: Record<string, string>;
  schemas: Record<string, Schema & { 'x-expandableFields'?: string[] }>;
}

export const description: Description = JSON.parse(
  readFileSync(join(import.meta.dirname, '../api/description.json'), 'utf8'),
);

export const apiVersion = description.version;
