import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import t from 'tap';
import { answerError } from './error-answer.ts';

/** What is answered and logged for an error. */
const answered = (error: Error): { status: number; logged: string[] } => {
  const logged: string[] = [];
  const log = { error: () => logged.push('error'), info: () => logged.push('info') };
  let status = 0;
  const reply: Record<string, unknown> = {
    hasHeader: () => false,
    code(given: number) {
      status = given;
      return reply;
    },
  };
  for (const name of ['header', 'removeHeader', 'type', 'send']) reply[name] = () => reply;
  answerError(error, { id: 'x', log } as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return { status, logged };
};

t.test('a caller who hangs up is no outage, and raises no alarm', async (t) => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  t.same(answered(Object.assign(gone, { statusCode: 400 })), { status: 400, logged: ['info'] });
});

t.test('a database that is gone is answered with 503', async (t) => {
  const gone = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  t.same(answered(gone), { status: 503, logged: ['error'] });
});

t.test('a failure does not carry the tag of the answer that it stands for', async (t) => {
  const server = Fastify();
  server.setErrorHandler(answerError);
  server.get('/list', (_request, reply) => {
    reply.header('etag', '"1"');
    throw new Error('The rows could not be read.');
  });
  const answer = await server.inject('/list');
  t.equal(answer.statusCode, 500);
  t.equal(answer.headers.etag, undefined);
});
