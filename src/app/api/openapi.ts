/** The API's own description in OpenAPI 3.1, made from the contracts with which the server parses. */
import { type $ZodRegistry, type $ZodType, registry, toJSONSchema } from 'zod/v4/core';
import * as accounts from '#features/accounts/contract.ts';
import * as ads from '#features/ads/contract.ts';
import * as articles from '#features/articles/contract.ts';
import { BusinessForm } from '#features/businesses/business-form.ts';
import * as businesses from '#features/businesses/contract.ts';
import * as owners from '#features/businesses/owner-contract.ts';
import { SearchSuggestion } from '#features/businesses/suggestion-contract.ts';
import * as categories from '#features/categories/contract.ts';
import * as cityGuide from '#features/city-guide/contract.ts';
import * as events from '#features/events/contract.ts';
import { csrfCookie, sessionCookie } from '#server/http/cookies.ts';
import { type EndpointShape, impliedProblems, needsCsrfToken } from '#shared/endpoint.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { Picture } from '#shared/picture.ts';
import { ProblemBody, type ProblemCode, problemStatus } from '#shared/problem.ts';

type Json = { [key: string]: unknown };

/** Schemas with a name: those that contracts export in capitals. */
function namedSchemas(): $ZodRegistry<{ id: string }> {
  const named = registry<{ id: string }>();
  const exported = {
    ...accounts,
    ...ads,
    ...articles,
    ...businesses,
    ...owners,
    BusinessForm,
    SearchSuggestion,
    ...categories,
    ...cityGuide,
    ...events,
  };
  for (const [name, value] of Object.entries({ ...exported, OpeningHours, Picture, ProblemBody })) {
    if (/^[A-Z]/.test(name) && isSchema(value)) named.add(value, { id: name });
  }
  return named;
}

function isSchema(value: unknown): value is $ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

export function describeApi(
  endpoints: readonly EndpointShape[],
  { title, siteUrl }: { title: string; siteUrl: string },
): Json {
  const names = namedSchemas();
  const components: Json = {};
  const schemaOf = (schema: $ZodType, io: 'input' | 'output'): Json => {
    // A named schema describes an answer; a request may leave its defaults out.
    const options = io === 'output' ? { metadata: names } : {};
    const { $schema: _, $defs, ...json } = toJSONSchema(schema, { ...options, io, unrepresentable: 'any' });
    const moved = (part: unknown): Json =>
      JSON.parse(JSON.stringify(part).replaceAll('#/$defs/', '#/components/schemas/'));
    for (const [name, definition] of Object.entries($defs ?? {})) components[name] = moved(definition);
    return moved(json);
  };
  const problem = schemaOf(ProblemBody, 'output');

  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = {
      operationId: operationId(endpoint),
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      ...parameters(endpoint, schemaOf),
      ...(endpoint.body
        ? {
            requestBody: {
              required: !endpoint.body.safeParse(undefined).success,
              content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
            },
          }
        : {}),
      ...(endpoint.upload
        ? { requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } } }
        : {}),
      responses: {
        [endpoint.status ?? 200]: {
          description: 'Done',
          content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
        },
        ...refusals(endpoint, problem),
      },
      ...security(endpoint),
    };
    paths[endpoint.path] = operations;
  }
  const isHttps = siteUrl.startsWith('https:');
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description:
        'Everything that the pages show comes from these calls. Every refusal is a ProblemBody: a message for people, a code for programs, and the fields it is about.',
    },
    servers: [{ url: siteUrl }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(isHttps) },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: `From GET /api/csrf-token, which also sets the cookie ${csrfCookie}; bound to the session or browser.`,
        },
      },
    },
  };
}

/** 'GET /api/businesses/{slug}' is 'getBusinessesBySlug'. */
function operationId({ method, path }: EndpointShape): string {
  const words = path
    .slice('/api/'.length)
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parameters(endpoint: EndpointShape, schemaOf: (schema: $ZodType, io: 'input') => Json): Json {
  const list = (['params', 'query'] as const).flatMap((place) => {
    const schema = endpoint[place];
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place === 'params' ? 'path' : 'query',
      required: place === 'params' || required.includes(name),
      schema: property,
    }));
  });
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Sent again with the same key within a day, the call is carried out once and answered alike.',
    schema: { type: 'string', minLength: 16, maxLength: 100 },
  };
  const all = endpoint.creates ? [...list, key] : list;
  return all.length > 0 ? { parameters: all } : {};
}

function refusals(endpoint: EndpointShape, schema: Json): Json {
  const codes = new Set<ProblemCode>([...endpoint.problems, ...impliedProblems(endpoint)]);
  const byStatus = Map.groupBy(codes, (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, known]) => [
      status,
      { description: `Refused: ${known.join(' or ')}`, content: { 'application/json': { schema } } },
    ]),
  );
}

function security(endpoint: EndpointShape): Json {
  const needed = {
    ...(endpoint.who === 'anyone' ? {} : { session: [] }),
    ...(needsCsrfToken(endpoint) ? { csrf: [] } : {}),
  };
  return Object.keys(needed).length > 0 ? { security: [needed] } : {};
}
