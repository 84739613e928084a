import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify({ code: 'TooManyRequests', errors: [] });
const heads = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' };

/**
 * Starts a server for background load: it answers every request with 429 and has nothing to do with the product. What
 * reaches it costs its sender and the machine about what it would cost if the product refused it.
 */
export const startBackgroundServer = async (undo: (() => Promise<unknown>)[]): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(429, heads).end(body));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  undo.push(
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
