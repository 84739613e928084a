import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ServerPlugin } from '../types.ts';

/** Says in the document that refusals that pass tell when to come back: 429 of all routes, 503 of what needs another part. */
const withRetryAfter = <T extends { schema: object | undefined }>(documented: T): T => {
  // A route of a package, such as one that sends a page, describes nothing.
  const { response } = (documented.schema ?? {}) as { response?: Record<string, { headers?: object }> };
  for (const [status, of] of [
    ['4xx', '429'],
    ['5xx', '503'],
  ] as const)
    if (response?.[status])
      response[status].headers = { 'Retry-After': { type: 'integer', description: `Of ${of}: seconds to wait.` } };
  return documented;
};

const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Storyrail', version: '1', description: 'Publish, schedule, target and measure in-app stories.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  },
  transform: (input) => withRetryAfter(jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0])),
};

/** Makes the OpenAPI document of the routes that are added behind it. */
export const openApi: ServerPlugin = async (server) => {
  await server.register(swagger, documentOptions);
};
