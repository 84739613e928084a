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
      response[status].headers = {
        'Retry-After': { type: 'integer', description: `For ${of}: the seconds to wait before trying again.` },
      };
  return documented;
};

const meanings: Readonly<Record<string, string>> = {
  '200': 'Success',
  '201': 'Created',
  '202': 'Accepted',
  '4XX': 'Refused. `code` says why.',
  '5XX': 'Something went wrong on our side. Try again later.',
};

type Operation = { responses?: Record<string, { description?: string }> } | undefined;

/** Says of every answer what it means where its route says nothing: the package would write 'Default Response'. */
const sayMeanings = (paths: object = {}): void => {
  for (const operations of Object.values(paths) as Record<string, Operation>[])
    for (const operation of Object.values(operations))
      for (const [status, answer] of Object.entries(operation?.responses ?? {}))
        if (answer.description === 'Default Response') answer.description = meanings[status] ?? answer.description;
};

const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Storyrail',
      version: '1',
      description:
        'Publish, schedule, target and measure in-app stories. Sign in with `POST /api/login` and send its `token` as `Authorization: Bearer`. Every refusal has a `code` and a `message`.',
    },
    tags: [
      { name: 'Sign-in', description: 'Create accounts, sign in and set passwords.' },
      { name: 'Users', description: 'Read and update the current user.' },
      { name: 'Second factors', description: 'Set up authenticator apps, passkeys, phone numbers and recovery codes.' },
      { name: 'Account', description: 'Read and update the account and its profile.' },
      { name: 'Team', description: 'Invite people and set their roles.' },
      { name: 'Apps', description: 'Manage apps and instances.' },
      { name: 'Story groups', description: 'Create, schedule, target, order and restore story groups.' },
      { name: 'Stories', description: 'Create, update, order and delete stories.' },
      { name: 'Media', description: 'Upload and download pictures, videos and viewer lists.' },
      { name: 'Analytics', description: 'Read figures, explain them and download reports.' },
      { name: 'Audit', description: 'See who did what, and when.' },
      { name: 'Plans', description: 'See plans and their prices.' },
      { name: 'SDK', description: 'Deliver stories and report viewer events. Used by apps and the web player.' },
      { name: 'Admin', description: 'Manage users, accounts and read models. For staff only.' },
      { name: 'Operation', description: 'Read the local outbox. For development only.' },
    ],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  },
  transform: (input) => withRetryAfter(jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0])),
  transformObject: (made) => {
    if (!('openapiObject' in made)) return made.swaggerObject;
    sayMeanings(made.openapiObject.paths);
    return made.openapiObject;
  },
};

/** Makes the OpenAPI document of the routes that are added behind it. */
export const openApi: ServerPlugin = async (server) => {
  await server.register(swagger, documentOptions);
};
