import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '../types.ts';

const draining = new WeakSet<object>();
let anyDraining = false;

const isDraining = (socket: Socket): boolean =>
  anyDraining && draining.has((socket as Socket & { server?: object }).server ?? socket);

/**
 * Makes each answer that ends while the server closes the last one on its connection. Kept open for a next request, which
 * may never come, it would hold the stop up for as long as a connection may be silent. Node's own closing of idle
 * connections cuts an answer that has ended but not left.
 */
export const drainConnections = (server: Server): void => {
  server.addHook('preClose', async () => {
    anyDraining = true;
    draining.add(server.server);
  });
};

/** Closes its connection once it has left, while the server closes. */
export class DrainingResponse extends ServerResponse {
  override end(...given: unknown[]): this {
    const { socket } = this.req;
    if (isDraining(socket)) this.once('finish', () => socket.destroySoon());
    return super.end(...(given as Parameters<ServerResponse['end']>));
  }
}
