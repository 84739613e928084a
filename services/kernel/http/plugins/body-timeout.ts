import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from '../types.ts';

const timeoutMs = 30_000;
const checkMs = 1000;

const announcesBody = ({ headers }: FastifyRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether a body is there whole; one that this process injects knows it by having been read. */
const hasArrived = ({ complete, readableEnded }: FastifyRequest['raw']): boolean => complete || readableEnded;

/** Watches the body of a request that is answered before the framework sees it. */
interface BodyTimeouts {
  watch(raw: FastifyRequest['raw']): void;
  forget(raw: FastifyRequest['raw']): void;
}
declare module 'fastify' {
  interface FastifyInstance {
    bodyClock: BodyTimeouts;
  }
}

/** A request whose body has not come whole yet: since when (ms), or since when no byte of it where there is patience. */
interface PendingBody {
  patient: boolean;
  /** Null for a request that the framework does not see. */
  reply: FastifyReply | null;
  since: number;
  bytes: number;
}

/**
 * Cuts off who sends a body too slowly, whatever the method: it has 30 s in all, on routes with `slowBody` 30 s without
 * a byte until the request is answered. One clock looks at every request whose body has not arrived yet.
 */
export const timeOutBodies = (server: Server, patience = timeoutMs): void => {
  const open = new Map<FastifyRequest['raw'], PendingBody>();

  const look = () => {
    const now = Date.now();
    for (const [raw, seen] of open) {
      if (hasArrived(raw) || raw.destroyed) {
        open.delete(raw);
        continue;
      }
      const bytes = raw.socket.bytesRead ?? 0;
      if (seen.patient && !seen.reply?.raw.writableEnded && bytes !== seen.bytes)
        Object.assign(seen, { since: now, bytes });
      if (now - seen.since >= patience) raw.destroy();
    }
  };
  const clock = setInterval(look, Math.min(checkMs, patience)).unref();
  server.addHook('onClose', async () => clearInterval(clock));

  server.decorate('bodyClock', {
    watch: (raw) => void open.set(raw, { patient: false, reply: null, since: Date.now(), bytes: 0 }),
    forget: (raw) => void open.delete(raw),
  });
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!raw.complete && announcesBody(raw)) {
      const patient = request.routeOptions.config.slowBody === true;
      open.set(raw, { patient, reply, since: Date.now(), bytes: 0 });
    }
    done();
  });
  // The clock forgets whoever left; what arrived whole, as nearly all do at once, is forgotten here.
  server.addHook('preValidation', (request, _reply, done) => {
    if (hasArrived(request.raw)) open.delete(request.raw);
    done();
  });
};
