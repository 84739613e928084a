import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { limitsOff, startHarness, until } from '../harness.ts';
import { freshDatabase, testServer } from '../postgres.ts';
import { freePort, isReady, makeTempFolder, signUpBody, startProcess } from '../running.ts';

interface Value {
  stringValue?: string;
  intValue?: number;
  arrayValue?: { values: Value[] };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number; message?: string };
}

/** A receiver of traces by OTLP over HTTP, on loopback. */
const receiver = async (t: Test) => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const spans = (): Span[] =>
    bodies
      .flatMap((body) => JSON.parse(body).resourceSpans as { scopeSpans: { spans: Span[] }[] }[])
      .flatMap((resource) => resource.scopeSpans)
      .flatMap((scope) => scope.spans);
  return { endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`, bodies, spans };
};

const saying = (span: Span, name: string): string[] => {
  const value = span.attributes.find((one) => one.key === name)?.value;
  return (value?.arrayValue?.values ?? (value ? [value] : [])).map((one) => one.stringValue ?? String(one.intValue));
};

const product = async (t: Test, env: Record<string, string>) => {
  const postgres = await testServer();
  t.teardown(postgres.stop);
  const database = await freshDatabase(postgres.url);
  t.teardown(database.drop);
  const folder = await makeTempFolder();
  t.teardown(folder.remove);
  const port = await freePort();
  const run = startProcess(
    { ...limitsOff, DATABASE_URL: database.url, DATA_DIR: folder.dir, PORT: String(port), LOG_LEVEL: 'debug', ...env },
    '--only',
    'api,projection:audit,projection:history,jobs',
  );
  t.teardown(async () => {
    run.child.kill('SIGKILL');
    await run.ended;
  });
  await until(() => isReady(port), 'the start');
  const post = (path: string, body: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { run, post };
};

t.test('one request can be followed through logs and traces, to its events, projections and jobs', async (t) => {
  const { endpoint, spans, bodies } = await receiver(t);
  const { run, post } = await product(t, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const registered = await post('/api/registration', signUpBody);
  t.equal(registered.status, 201);
  const requestId = registered.headers.get('x-request-id')!;
  const refused = await post('/api/registration', { ...signUpBody, email: 'no address' });
  t.equal(refused.status, 422);

  await t.test('logs', async (t) => {
    const lines = () =>
      run
        .out()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.includes(requestId))
        .map((line) => JSON.parse(line) as Record<string, string>);
    const by = (msg: string) => lines().filter((line) => line.msg === msg);
    const appliedBy = (projection: string) => by('event applied').filter((line) => line.projection === projection);
    const projections = ['audit', 'history'];
    const areApplied = () => projections.every((one) => appliedBy(one).length >= by('event appended').length);
    await until(() => by('request').length === 1 && by('effect').length === 1 && areApplied(), 'the lines');
    t.match(by('request'), [{ method: 'POST', route: '/api/registration', status: 201 }]);
    const appended = by('event appended');
    t.ok(appended.length >= 2, 'an account and a user');
    for (const projection of projections)
      t.same(
        appliedBy(projection).map((line) => line.event_id),
        appended.map((line) => line.event_id),
        projection,
      );
    const [effect] = by('effect');
    t.ok(appended.some((line) => line.event_id === effect!.event_id));
    t.match(effect, { effect: 'mail', outcome: 'done' });
    t.equal(new Set(appended.map((line) => line.correlation_id)).size, 1);
    for (const line of lines()) {
      t.equal(line.request_id, requestId, 'by one name everywhere');
      if (line.msg !== 'request') t.equal(line.correlation_id, appended[0]!.correlation_id, String(line.msg));
    }
    t.notMatch(run.out(), /nora@example|secret-7|Lindqvist/);
  });

  await t.test('traces', async (t) => {
    const of = (name: string) =>
      spans().filter((span) => span.name === name && saying(span, 'storyrail.request_id').includes(requestId));
    const names = ['request', 'command', 'projection audit', 'projection history', 'effect mail'];
    await until(() => names.every((name) => of(name).length > 0), 'the spans');
    const [request] = of('request');
    const [command] = of('command');
    t.same(saying(request!, 'http.route'), ['/api/registration']);
    t.same(saying(request!, 'http.response.status_code'), ['201']);
    t.equal(command!.traceId, request!.traceId, 'the command is part of its request');
    t.ok(command!.parentSpanId);
    const [correlation] = saying(command!, 'storyrail.correlation_id');
    t.match(correlation, /^[0-9a-f-]{36}$/);
    for (const name of names.slice(2))
      t.ok(saying(of(name)[0]!, 'storyrail.correlation_id').includes(correlation!), name);
    t.notMatch(bodies.join(), /nora@example|secret-7|Lindqvist/);
  });

  run.child.kill('SIGTERM');
  t.equal(await run.ended, 0);
});

t.test('a receiver that is away costs no request and no time when stopping', async (t) => {
  const { run, post } = await product(t, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  t.equal((await post('/api/registration', signUpBody)).status, 201);
  const taken = startStopwatch();
  run.child.kill('SIGTERM');
  t.equal(await run.ended, 0);
  t.ok(taken() < 8000);
});

t.test('without an endpoint nothing of it is loaded, and work goes on as it is', async (t) => {
  const h = await startHarness(t);
  t.equal((await h.inject('POST', '/api/registration', { body: signUpBody })).statusCode, 201);
  const loaded = () =>
    Object.keys(createRequire(import.meta.url).cache).filter((path) =>
      /@opentelemetry\/(sdk|exporter|instrumentation)|@fastify\/otel/.test(path),
    );
  t.same(loaded(), []);
  await import('@fastify/otel');
  t.not(loaded().length, 0, 'it would be seen');
  t.equal(h.kernel.tracing, null);
});
