import { beforeAll, expect, it } from 'vitest';
import { createApi, servedEndpoints } from '#app/api/api.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
  security?: Record<string, []>[];
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const database = testDatabase({ fresh: 'each-file' });
let document: Document;
let operations: Operation[];
beforeAll(async () => {
  const response = await createApi(testServices(database)).request('/api/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  document = (await response.json()) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

it('says what it is and where', () => {
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Oak Bend, TX', version: '1' },
    servers: [{ url: 'http://oakbend.example' }],
  });
});

it('has every call that is served, with each of its path parameters', () => {
  for (const { endpoint } of servedEndpoints) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary, endpoint.path).toBe(endpoint.summary);
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const inPath = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(names.map((name) => [name, true]));
    expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.upload === true);
    expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status ?? 200));
  }
  expect(operations).toHaveLength(servedEndpoints.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

it('leads every reference somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(references).toContain('#/components/schemas/Business');
  for (const reference of new Set(references)) {
    const found = reference
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, reference).toBeTypeOf('object');
  }
  expect(JSON.stringify(document)).not.toContain('$defs');
});

it('describes each answer and each refusal as what they are', () => {
  for (const { responses } of operations) {
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description).not.toBe('');
      const schema = content['application/json']?.schema;
      if (Number(status) >= 300) expect(schema).toEqual({ $ref: '#/components/schemas/ProblemBody' });
      else expect(schema).not.toEqual({});
    }
  }
});

it('asks for the token with every call that changes something, and only there', () => {
  const post = document.paths['/api/newsletter/subscribe']?.post;
  expect(post?.security).toEqual([{ csrf: [] }]);
  expect(Object.keys(post?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '403', '413', '415', '422', '429', '500', '503']),
  );
  expect(document.paths['/api/businesses']?.get?.security).toBeUndefined();
  expect(document.components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'session' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
  });
});
