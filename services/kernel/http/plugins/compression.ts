import compress from '@fastify/compress';
import type { ServerPlugin } from '../types.ts';

/** Compresses answers from 2 KiB on. */
export const compression: ServerPlugin = async (server) => {
  await server.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] });
};
