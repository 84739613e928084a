import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { failure } from '#contracts/api/envelope.ts';
import { startHarness } from '#ops/testing/harness.ts';

t.test('what is no request is answered in the envelope, too, with an id that stands in the log', async (t) => {
  const h = await startHarness(t, { parts: false });
  const address = new URL(await h.server.listen({ port: 0, host: '127.0.0.1' }));
  h.server.server.headersTimeout = 1;
  const logged: { request_id?: string }[] = [];
  const { log } = h.kernel;
  const info = log.info.bind(log);
  log.info = ((given: object, words: string) => {
    logged.push(given);
    info(given, words);
  }) as typeof log.info;

  /** Sends these bytes and reads to the end of the connection. */
  const answered = async (bytes: string) => {
    const socket = connect(Number(address.port), address.hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.write(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
  };

  const get = 'GET /api/user HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const post = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const cases: [name: string, bytes: string, status: number, code: string, byParser?: false][] = [
    ['a large head', `${get}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'TooLarge'],
    ['a head without an end', get, 408, 'MalformedRequest'],
    ['no request', 'hello\r\n\r\n', 400, 'MalformedRequest'],
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400, 'MalformedRequest'],
    ['a piece of no length', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'MalformedRequest'],
    ['an expectation', `${get}Expect: a-teapot\r\n\r\n`, 417, 'MalformedRequest'],
    ['an address that cannot be read', get.replace('/api/user', '/assets/%zz').concat('\r\n'), 422, 'Invalid', false],
    [
      'a part that is too long',
      get.replace('user', `admin/user/${'a'.repeat(301)}`).concat('\r\n'),
      404,
      'NotFound',
      false,
    ],
    ['no host', get.replace('Host: a\r\n', '').concat('\r\n'), 400, 'MalformedRequest', false],
    [
      'no host, of an SDK',
      'GET /sdk/v1/x/stories HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'MalformedRequest',
      false,
    ],
  ];
  for (const [name, bytes, status, code, byParser = true] of cases) {
    const { head, body, ...answer } = await answered(bytes);
    t.equal(answer.status, status, name);
    const { request_id, ...said } = failure.strict().parse(JSON.parse(body));
    t.match(said, { code, message: /\.$/ }, name);
    t.match(head, `x-request-id: ${request_id}`, name);
    t.match(head, 'content-type: application/json', name);
    t.match(head, 'x-content-type-options: nosniff', name);
    if (byParser)
      t.ok(
        logged.some((one) => one.request_id === request_id),
        `${name} is in the log`,
      );
  }
  t.notMatch(JSON.stringify(logged), 'teapot', 'nothing of what was sent is logged');
  t.equal((await answered('GET /api/countries HTTP/1.0\r\n\r\n')).status, 200, 'an older client needs no host');
});
