import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

const heartbeatMs = 15_000;
/** A reader that leaves more than this unread is cut off. */
const mostUnread = 256 * 1024;

/** An open answer of type text/event-stream. */
export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
  /** Called once when it is over, whoever ended it. */
  onClose(then: () => void): void;
}

/** Whether a caller asks for events rather than for one answer. */
export const wantsEvents = (accept: string | undefined): boolean => /\btext\/event-stream\b/.test(accept ?? '');

/**
 * Answers with server-sent events, for fetch with an Authorization header. A comment every 15 s keeps the connection;
 * a reader that falls behind by 256 KB is cut. The route must set `compress: false`.
 */
export const openEventStream = (reply: FastifyReply): EventStream => {
  const body = new PassThrough();
  const write = (text: string) => {
    if (body.destroyed || body.writableEnded) return;
    if (body.readableLength + body.writableLength > mostUnread) body.destroy();
    else body.write(text);
  };
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs);
  body.once('close', () => clearInterval(heartbeat));
  // The answer to HEAD ends without its body.
  reply.raw.once('close', () => body.destroy());
  // Whoever goes away in the middle is no failure of ours.
  body.on('error', () => {});
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // Kept open for further requests it would hold up a server that stops.
    .header('connection', 'close')
    // A proxy that gathers answers would hold the events back.
    .header('x-accel-buffering', 'no')
    .send(body);
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void body.end(),
    onClose: (then) => void body.once('close', then),
  };
};
