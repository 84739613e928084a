import type { Socket } from 'node:net';
import type { Server } from './types.ts';

const closing = new WeakSet<object>();
let some = false;

/**
 * Makes each answer that ends while the server closes the last one on its connection. Kept open for a next request, which
 * may never come, it would hold the stop up for as long as a connection may be silent.
 */
export const partAfterAnswers = (server: Server): void => {
  server.addHook('preClose', async () => {
    some = true;
    closing.add(server.server);
  });
};

/** Whether the server of a connection is closing. */
export const isParting = (socket: Socket): boolean =>
  some && closing.has((socket as Socket & { server?: object }).server ?? socket);
