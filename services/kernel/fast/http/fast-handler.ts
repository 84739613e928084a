import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '../../http/types.ts';
import { type FastHandler, type FastResponse, type ResponseSink, sendBatched } from './fast-response.ts';
import { serveRawConnections } from './raw-connection.ts';

/** Sends the response of a request that node's parser read. */
class NodeResponseSink implements ResponseSink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  readonly onResponse = (fast: FastResponse): void => sendBatched(this, fast);
  readonly destroy = (): void => void this.#response.destroy();

  send({ status, headers, extraHeaders, body }: FastResponse): void {
    const response = this.#response;
    response.writeHead(status, extraHeaders ? [...headers.pairs, ...extraHeaders.pairs] : (headers.pairs as string[]));
    if (body === null) response.end();
    else response.end(body);
  }
}

const emptyBody = Buffer.alloc(0);
const respondWith = (sink: NodeResponseSink, response: FastResponse | Promise<FastResponse>): void => {
  if (response instanceof Promise) response.then(sink.onResponse, sink.destroy);
  else sink.onResponse(response);
};

const handlersOf = new WeakMap<HttpServer, FastHandler[]>();

/**
 * Offers each request to `handler` before the framework, whose hooks cost more than a short response; on connections
 * with nothing but strict-subset requests before node's parser, too. While the server closes, requests go to the
 * framework, which says so.
 */
export const addFastHandler = (server: Server, handler: FastHandler): void => {
  const http = server.server;
  const present = handlersOf.get(http);
  if (present) return void present.push(handler);
  const handlers = [handler];
  handlersOf.set(http, handlers);
  serveRawConnections(server, handlers);
  const frameworkListeners = http.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  const { bodyClock } = server;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const fast = { method, url, headers, remoteAddress: socket.remoteAddress ?? '' };
    // A request without a host is refused by the framework.
    for (const one of headers.host === undefined ? [] : handlers) {
      const respond = one(fast);
      if (!respond) continue;
      const sink = new NodeResponseSink(response);
      if (method === 'GET') {
        respondWith(sink, respond(emptyBody));
        return;
      }
      bodyClock.watch(request);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        bodyClock.forget(request);
        respondWith(sink, respond(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
      });
      return;
    }
    for (const listener of frameworkListeners) listener(request, response);
  };
  http.removeAllListeners('request');
  http.on('request', onRequest);
  server.addHook('preClose', async () => void handlers.splice(0));
};
