import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readValue } from '#contracts/api/faults.ts';
import { parseJsonBody } from '../clean-input.ts';
import { InvalidRequest } from '../error-answer.ts';
import type { ServerPlugin } from '../types.ts';

/** Reads JSON bodies, the only kind that all routes take, and checks bodies, queries and parameters by zod schemas. */
export const input: ServerPlugin = (server) => {
  server.setValidatorCompiler(({ schema, method, httpPart }) => (data) => {
    // A change that says nothing of what is to be changed is no change; other calls may say all in their address.
    const required = method === 'PATCH' && httpPart === 'body';
    const parsed = readValue(schema as z.ZodType, required ? (data ?? undefined) : (data ?? {}));
    return parsed.success ? { value: parsed.data } : { error: new InvalidRequest(parsed.error.issues) };
  });
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, raw: Buffer) => parseJsonBody(raw),
  );
};
