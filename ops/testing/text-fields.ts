import { z } from 'zod';
import { sdkEvent } from '#contracts/sdk/protocol.ts';
import type { Server } from '#kernel/http/types.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: Schema[];
}
interface Documented {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; schema: Schema }[];
        requestBody?: { content?: Record<string, { schema: Schema }> };
      }
    >
  >;
}

/** A text input of a route: a place in its body, query or path where a caller may put a text. */
export interface TextInput {
  method: string;
  /** As the route table has it. */
  url: string;
  caller: string;
  /** The bytes of the longest body that the route reads. */
  bodyLimit: number;
  place: 'body' | 'query' | 'path' | 'head';
  /** Names and, for arrays, 0. */
  path: (string | number)[];
  /** What is documented of its texts: the same of those that the same schema reads. */
  rule: string;
}

/** A place in a schema and what stands there. */
interface Leaf {
  path: (string | number)[];
  rule: string;
}

/** Where texts stand in a schema; a number or a choice of words is a place, too, since a text may be sent there. */
const leaves = (schema: Schema | boolean | undefined, depth = 0): Leaf[] => {
  if (typeof schema !== 'object' || depth > 8) return [{ path: [], rule: '' }];
  const below = (name: string | number, inner: Schema | boolean | undefined): Leaf[] =>
    leaves(inner, depth + 1).map(({ path, rule }) => ({ path: [name, ...path], rule }));
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) {
    const all = choices.flatMap((one) => leaves(one, depth + 1));
    return [...new Map(all.map((leaf) => [leaf.path.join('.'), leaf])).values()];
  }
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, inner]) => below(name, inner));
  if (schema.items || schema.prefixItems) return below(0, schema.items ?? schema.prefixItems![0]);
  if (typeof schema.additionalProperties === 'object') return below('any', schema.additionalProperties);
  return [{ path: [], rule: JSON.stringify(schema) }];
};

/** Headers that the product or its framework reads. */
const headers = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'user-agent',
  'x-forwarded-for',
];
const routesOfHeaders = new Set([
  'GET /api/n/story_group',
  'PATCH /api/story',
  'POST /api/login',
  'GET /sdk/v1/:instance_token/stories',
  'POST /sdk/v1/:instance_token/events',
]);
const silent = new Set(['HEAD', 'OPTIONS']);
/** Designs have many fields, which one schema reads in every route, and those of one name in every kind of component. */
const designs = { name: 'studio', route: 'POST /api/story' };

/** What tells a place in a body from those that the same schema reads; null where another route is sent it. */
const readOnce = (route: string, path: TextInput['path']): string | null => {
  const at = path.indexOf(designs.name);
  if (at < 0) return [route, ...path].join(' ');
  return route === designs.route ? path.slice(path.indexOf(0, at) + 1).join(' ') : null;
};

/**
 * Every place in every route of a server where a caller may put a text, from its route table: bodies, queries and paths
 * as they are documented, and the headers that are read. Also answers the routes that are not documented.
 */
export const textInputs = (server: Server): { fields: TextInput[]; undocumented: string[] } => {
  const { paths } = server.swagger() as unknown as Documented;
  const fields: TextInput[] = [];
  const undocumented: string[] = [];
  const seen = new Set<string>();
  for (const { method, url, policy, bodyLimit } of server.routeTable) {
    if (silent.has(method) || !/^\/(api|sdk)\//.test(url)) continue;
    const documented = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!documented) undocumented.push(`${method} ${url}`);
    const at = { method, url, caller: policy.caller, bodyLimit };
    for (const { name, in: place, schema } of documented?.parameters ?? [])
      if (place === 'query' || place === 'path')
        fields.push({ ...at, place, path: [name], rule: JSON.stringify(schema) });
    const body = documented?.requestBody?.content?.['application/json']?.schema;
    for (const { path, rule } of body ? leaves(body) : []) {
      const part = readOnce(`${method} ${url}`, path);
      if (part !== null && !seen.has(part)) fields.push({ ...at, place: 'body', path, rule });
      if (part !== null) seen.add(part);
    }
    if (policy.caller === 'sdk' && method === 'POST')
      for (const { path, rule } of leaves(z.toJSONSchema(sdkEvent, { io: 'input' }) as Schema))
        fields.push({ ...at, place: 'body', path: ['events', 0, ...path], rule });
    if (routesOfHeaders.has(`${method} ${url}`))
      for (const name of headers) fields.push({ ...at, place: 'head', path: [name], rule: name });
  }
  return { fields, undocumented };
};

/** `base` with a value at a path. */
export const withValue = (base: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown => {
  if (first === undefined) return value;
  if (typeof first === 'number') return [withValue((base as unknown[] | undefined)?.[0], rest, value)];
  const object = (base ?? {}) as Record<string, unknown>;
  return { ...object, [first]: withValue(object[first], rest, value) };
};
