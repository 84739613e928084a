import fc from 'fast-check';
import t from 'tap';
import { type Harness, type Person, startHarness } from '../harness.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
}

interface Known {
  app: string[];
  instance: string[];
  group: string[];
  story: string[];
  media: string[];
  all: string[];
}

/** A value as a query would carry it, whatever it is. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Things that are no value of the schema, or a value at its edge. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '1',
    'null',
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '💥'.repeat(13),
    'x'.repeat(3000),
    "'; drop table event; --",
    '{{personal:0}}',
    '../../etc/passwd',
    'javascript:alert(1)',
    'http://127.0.0.1/',
    '0190a000-0000-7000-8000-000000000000',
    '=cmd()',
    '%00',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Fields that name a thing mostly name one of the right kind. */
const meant = (name: string, known: Known): fc.Arbitrary<unknown> | null => {
  const kinds: Record<string, readonly unknown[]> = {
    app_id: known.app,
    instance_id: known.instance,
    story_group_id: known.group,
    story_id: known.story,
    icon: known.media,
    media: known.media,
    thumbnail: known.media,
    dark: known.media,
    outlink: ['', 'https://shop.example.test/coats'],
    deep_link: ['', 'shop://coats'],
    ts_start: [Math.floor(Date.now() / 1000)],
    ts_end: [Math.floor(Date.now() / 1000) + 86_400],
    email: ['someone@example.test'],
    time_zone: ['Europe/Stockholm', 'UTC'],
  };
  const right = kinds[name];
  return right
    ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: hostile })
    : null;
};

/** Texts of a rule: to take one apart costs more than all that is made of it, and few rules stand in many places. */
const texts = new Map<string, fc.Arbitrary<string>>();
const oneOfItsKind = (kind: string, make: () => fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const known = texts.get(kind) ?? make();
  texts.set(kind, known);
  return known;
};

const ofSchema = (schema: Schema, known: Known, depth = 0): fc.Arbitrary<unknown> => {
  if (depth > 6) return fc.constant(null);
  const again = (inner: Schema) => ofSchema(inner, known, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return fc.oneof(...choice.map(again));
  if (schema.allOf) return again(Object.assign({}, ...schema.allOf));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, meant(name, known) ?? again(inner)]),
      );
      const needed = new Set(schema.required ?? []);
      // A field that may be left out mostly is: each that is there is one more chance to be wrong.
      const rarely = (inner: fc.Arbitrary<unknown>) =>
        fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: inner });
      return fc.record(
        Object.fromEntries(
          Object.entries(fields).map(([name, inner]) => [name, needed.has(name) ? inner : rarely(inner)]),
        ),
      );
    }
    case 'array':
      return fc.array(again(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? -1000, -9e15);
      return fc.integer({
        min: Math.ceil(Math.max(min, -2147483648)),
        max: Math.floor(Math.min(schema.maximum ?? 2e9, 2e9)),
      });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (schema.format === 'uuid' || schema.pattern?.includes('[0-9a-fA-F]'))
        return fc.oneof(fc.constantFrom(...known.all), fc.uuid());
      if (schema.pattern)
        return oneOfItsKind(schema.pattern, () => fc.stringMatching(new RegExp(schema.pattern ?? '')));
      return oneOfItsKind(`${schema.minLength} ${schema.maxLength}`, () =>
        fc.string({
          minLength: schema.minLength ?? 0,
          maxLength: Math.min(schema.maxLength ?? 40, 80),
          unit: 'grapheme',
        }),
      );
    default:
      return hostile;
  }
};

/** A value that mostly fits, with now and then a hostile one in some place. */
const spoilt = (fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 1, arbitrary: hostile },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fitting, fc.nat(), hostile, fc.constantFrom('replace', 'drop', 'add'))
        .map(([value, at, bad, how]) => {
          if (typeof value !== 'object' || value === null) return bad;
          const copy = structuredClone(value) as Record<string, unknown>;
          const names = Object.keys(copy);
          const name = names[at % Math.max(1, names.length)];
          if (how === 'add' || name === undefined) copy.surprise = bad;
          else if (how === 'drop') delete copy[name];
          else copy[name] = bad;
          return copy;
        }),
    },
  );

const operationsOf = (document: {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Operation['parameters']; requestBody?: { content?: Record<string, { schema: Schema }> } }
    >
  >;
}): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      method: method.toUpperCase(),
      path,
      parameters: one.parameters ?? [],
      body: one.requestBody?.content?.['application/json']?.schema ?? null,
    })),
  );

const requestOf = (operation: Operation, known: Known) => {
  const query = operation.parameters.filter((one) => one.in === 'query');
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  return fc.record({
    path: fc.tuple(...inPath.map(() => fc.oneof(fc.constantFrom(...known.all), hostile.map(asText)))),
    query: spoilt(
      fc.record(
        Object.fromEntries(
          query.map((one) => [one.name, (meant(one.name, known) ?? ofSchema(one.schema, known)).map(asText)]),
        ),
        {
          requiredKeys: [],
        },
      ),
    ),
    body: operation.body ? spoilt(ofSchema(operation.body, known)) : fc.constant(undefined),
    headers: fc.record(
      {
        'idempotency-key': fc.oneof(fc.constantFrom('k', 'x'.repeat(201)), fc.uuid()),
        'if-match': fc.constantFrom('"1"', '2', 'W/"x"', '*', '-1'),
        'content-type': fc.oneof(
          { weight: 30, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/xml') },
        ),
      },
      { requiredKeys: [] },
    ),
    raw: fc.oneof(
      { weight: 30, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
    ),
    signedIn: fc.integer({ min: 0, max: 9 }),
  });
};

const makeThings = async (h: Harness, owner: Person): Promise<Known> => {
  const app = (
    await h.inject('POST', '/api/app', {
      as: owner,
      body: { store_id: 'com.fuzz.app', store_type: 'ios', is_live: false },
    })
  ).json().data;
  const icon = await h.media(owner.account_id);
  const known: Known = { app: [app.id], instance: [app.instances[0].id], group: [], story: [], media: [icon], all: [] };
  for (let index = 0; index < 4; index += 1) {
    const body = {
      app_id: app.id,
      title: `Group ${index}`,
      icon,
      ts_start: Math.floor(Date.now() / 1000),
      status: 1 + (index % 2),
    };
    const group = (await h.inject('POST', '/api/n/story_group', { as: owner, body })).json().data.story_group_id;
    const story = (
      await h.inject('POST', '/api/story', {
        as: owner,
        body: { story_group_id: group, title: 'One', type: 1, media: icon },
      })
    ).json().data.story_id;
    known.group.push(group);
    known.story.push(story);
  }
  known.all = [app.token, owner.user_id, owner.account_id, ...Object.values(known).flat()];
  return known;
};

t.test(`${requests} generated requests: none fails inside, and a refused one changes nothing`, async (t) => {
  const h = await startHarness(t, { parts: false });
  h.kernel.stores = { byId: async () => null, byName: async () => [] };
  h.kernel.sites = { read: async () => null };
  const owner = await h.person();
  const known = await makeThings(h, owner);
  const operations = operationsOf(h.server.swagger() as never).filter((one) => one.path !== '/api/logout');
  // What deletes the ground that the others stand on goes last.
  const last = (one: Operation) => Number(one.method === 'DELETE') + Number(one.path === '/api/app');
  operations.sort((a, b) => last(a) - last(b));
  const each = Math.ceil(requests / operations.length);
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const unnamed: string[] = [];
  // What was asked, by the request's id, of those that were refused.
  const refused = new Map<string, string>();
  const accepted = new Set<string>();
  let sent = 0;
  const events = async () =>
    (await h.kernel.db.pool.query<{ event_id: string; type: string; request_id: string | null }>('select * from event'))
      .rows;
  const before = new Set((await events()).map(({ event_id }) => event_id));
  for (const [place, operation] of operations.entries()) {
    for (const one of fc.sample(requestOf(operation, known), { numRuns: each, seed: seed + place })) {
      let at = 0;
      const path = operation.path.replace(/\{[^}]+\}/g, () =>
        encodeURIComponent(asText(one.path[at++]).toWellFormed()),
      );
      const query = new URLSearchParams(
        Object.entries(typeof one.query === 'object' && one.query ? one.query : {}).map(
          ([name, value]) => [name, asText(value)] as [string, string],
        ),
      );
      const answer = await h.server.inject({
        method: operation.method as 'POST',
        url: `${path}${query.size ? `?${query}` : ''}`,
        headers: {
          'content-type': 'application/json',
          ...one.headers,
          ...(one.signedIn ? { authorization: `Bearer ${owner.token}` } : {}),
        },
        ...(operation.method === 'GET'
          ? {}
          : { payload: one.raw ? Buffer.from(one.raw) : (JSON.stringify(one.body) ?? '') }),
      });
      sent += 1;
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
      const told = `${operation.method} ${path}?${query} ${JSON.stringify(one.body)?.slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      if (answer.statusCode >= 500) failures.push(told);
      const request_id = String(answer.headers['x-request-id']);
      if (answer.statusCode < 400) accepted.add(request_id);
      else {
        refused.set(request_id, told);
        if (
          answer.body &&
          String(answer.headers['content-type']).includes('json') &&
          !(answer.json().code && answer.json().message && answer.json().request_id)
        )
          unnamed.push(told);
      }
    }
  }
  const appended = (await events()).filter(({ event_id }) => !before.has(event_id));
  const changed = appended
    .filter(({ request_id }) => request_id === null || !accepted.has(request_id))
    .map(({ type, request_id }) => `${type}: ${refused.get(String(request_id)) ?? 'nobody'}`);
  t.comment(`${sent} requests to ${operations.length} operations: ${JSON.stringify(statuses)}`);
  t.same(failures.slice(0, 10), [], 'no 5xx');
  t.equal(accepted.size + refused.size, sent, 'every answer has an id of its own');
  t.ok(appended.length > 0, `${appended.length} events`);
  t.same(changed.slice(0, 10), [], 'no refused request appended an event');
  t.same(unnamed.slice(0, 10), [], 'every refusal has a code, words and a request id');
  t.ok(sent >= requests);
  t.ok((statuses[200] ?? 0) + (statuses[201] ?? 0) > requests / 50, 'a fair share got through to the rules and beyond');
});
