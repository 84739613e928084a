import type { Socket } from 'node:net';
import type { Server } from '../types.ts';

const draining = new WeakSet<object>();
let anyDraining = false;

/**
 * Makes each answer that ends while the server closes the last one on its connection. Kept open for a next request, which
 * may never come, it would hold the stop up for as long as a connection may be silent.
 */
export const drainConnections = (server: Server): void => {
  server.addHook('preClose', async () => {
    anyDraining = true;
    draining.add(server.server);
  });
};

/** Whether the server of a connection is closing. */
export const isDraining = (socket: Socket): boolean =>
  anyDraining && draining.has((socket as Socket & { server?: object }).server ?? socket);
