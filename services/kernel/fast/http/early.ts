import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '../../http/types.ts';
import { type Asker, type Early, type EarlyAnswer, sendSoon } from './answer.ts';
import { openDoorway } from './doorway.ts';

/** A request on a connection that node's parser reads. */
class Parsed implements Asker {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  readonly answered = (answer: EarlyAnswer): void => sendSoon(this, answer);
  readonly drop = (): void => void this.#response.destroy();

  send({ status, heads, more, body }: EarlyAnswer): void {
    const response = this.#response;
    response.writeHead(status, more ? [...heads.list, ...more.list] : (heads.list as string[]));
    if (body === null) response.end();
    else response.end(body);
  }
}

const nothing = Buffer.alloc(0);
const answerWith = (parsed: Parsed, answer: EarlyAnswer | Promise<EarlyAnswer>): void => {
  if (answer instanceof Promise) answer.then(parsed.answered, parsed.drop);
  else parsed.answered(answer);
};

const known = new WeakMap<HttpServer, Early[]>();

/**
 * Lets `early` see each request before the framework does, whose hooks cost more than a short answer: on connections
 * with nothing but plain requests even before node's parser. What still comes while the server closes goes to the
 * framework, which says so.
 */
export const answerEarly = (server: Server, early: Early): void => {
  const http = server.server;
  const before = known.get(http);
  if (before) return void before.push(early);
  const earlies = [early];
  known.set(http, earlies);
  openDoorway(server, earlies);
  const others = http.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const { bodyClock } = server;
  const first = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const asked = { method, url, headers, address: socket.remoteAddress ?? '' };
    // The framework refuses who names no host.
    for (const one of headers.host === undefined ? [] : earlies) {
      const answering = one(asked);
      if (!answering) continue;
      const parsed = new Parsed(response);
      if (method === 'GET') {
        answerWith(parsed, answering(nothing));
        return;
      }
      bodyClock.watch(request);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        bodyClock.forget(request);
        answerWith(parsed, answering(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
      });
      return;
    }
    for (const other of others) other(request, response);
  };
  http.removeAllListeners('request');
  http.on('request', first);
  server.addHook('preClose', async () => void earlies.splice(0));
};
