import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { Routes } from '#kernel/http/types.ts';

const folder = new URL('../../dist/player/', import.meta.url);
const config = { policy: { caller: 'anyone' } } as const;

interface Script {
  content: Buffer;
  packed: Buffer;
  hash: string;
}

/** A built script in which the names of those that it imports are the ones that their content gives them. */
const readScript = async (name: string, imported: ReadonlyMap<string, string>): Promise<Script> => {
  const file = new URL(name, folder);
  if (!existsSync(file)) throw new Error("The player isn't built. Run npm run build.");
  let text = await readFile(file, 'utf8');
  for (const [plain, named] of imported) {
    if (!text.includes(plain)) throw new Error(`${name} does not import ${plain}.`);
    text = text.replaceAll(plain, named);
  }
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { content, packed: gzipSync(content, { level: 9 }), hash };
};

const named = (name: string, { hash }: Script): string => name.replace('.js', `.${hash}.js`);

function sendScript({ headers }: FastifyRequest, reply: FastifyReply, script: Script, keep: string): FastifyReply {
  const gzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const etag = `"${script.hash}${gzip ? '-gz' : ''}"`;
  reply
    .header('cache-control', keep)
    .header('vary', 'accept-encoding')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('etag', etag);
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  if (gzip) reply.header('content-encoding', 'gzip');
  return reply.type('text/javascript; charset=utf-8').send(gzip ? script.packed : script.content);
}

/**
 * The player's scripts, for pages of any origin: GET /sdk/v1/player.js at its stable address, and what it imports at
 * /sdk/v1/modules/{name}.{hash}.js, for ever. An older player asks for another hash: it gets today's, which is not kept.
 * Any other name is NotFound.
 */
export const playerFiles: Routes = async (server) => {
  const words = await readScript('design-words.js', new Map());
  const fonts = await readScript('design-fonts.js', new Map());
  const design = await readScript(
    'design.js',
    new Map([
      ['design-words.js', named('design-words.js', words)],
      ['design-fonts.js', named('design-fonts.js', fonts)],
    ]),
  );
  const player = await readScript('player.js', new Map([['design.js', named('design.js', design)]]));
  const modules = new Map([
    ['design', design],
    ['design-words', words],
    ['design-fonts', fonts],
  ]);
  server.get('/sdk/v1/player.js', { config }, (request, reply) =>
    sendScript(request, reply, player, 'public, max-age=300'),
  );
  server.get<{ Params: { name: string } }>('/sdk/v1/modules/:name', { config }, async (request, reply) => {
    const [, name = '', hash] = /^([a-z-]{1,20})\.([\w-]{22})\.js$/.exec(request.params.name) ?? [];
    const script = modules.get(name);
    if (!script) throw new Refusal('NotFound');
    return sendScript(
      request,
      reply,
      script,
      hash === script.hash ? 'public, max-age=31536000, immutable' : 'no-store',
    );
  });
};
