import { type Server as HttpServer, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '../../http/types.ts';
import { type FastHandler, type FastResponse, type ResponseSink, sendBatched } from './fast-response.ts';
import { parseRequestHead, type RequestHead } from './request-head.ts';

/** Timeouts of a raw connection, in ms. */
export interface Timeouts {
  /** Until the first byte. */
  idleMs: number;
  /** Until a whole body. */
  bodyMs: number;
}
const defaultTimeouts: Timeouts = { idleMs: 5000, bodyMs: 30_000 };
const sweepMs = 1000;
/** Requests with larger bodies go to the framework. */
const maxBodyBytes = 65_536;
const emptyBody = Buffer.alloc(0);

let dateSecond = 0;
let dateLine = '';
const date = (): string => {
  const now = Math.floor(Date.now() / 1000);
  if (now !== dateSecond) {
    dateSecond = now;
    dateLine = `date: ${new Date(now * 1000).toUTCString()}\r\n`;
  }
  return dateLine;
};

/** State shared by all raw connections of a server. */
interface ServerContext {
  handlers: readonly FastHandler[];
  /** Gives a connection to node's parser, with the bytes already read. */
  handOver(socket: Socket, bytes: Buffer): void;
  connections: Set<RawConnection>;
  timeouts: Timeouts;
  /** Idle time allowed between two requests. */
  keepAliveMs: number;
  /** The last header lines of a response that keeps the connection alive. */
  keepAliveHeaders: string;
  closing: boolean;
}

type RespondToBody = (body: Buffer) => FastResponse | Promise<FastResponse>;

/**
 * A connection that only strict-subset requests have come on; the first other one moves it to node's parser for good.
 */
class RawConnection implements ResponseSink {
  readonly #context: ServerContext;
  readonly #socket: Socket;
  readonly #remoteAddress: string;
  #buffered: Buffer = emptyBody;
  #head: RequestHead | null = null;
  #respond: RespondToBody | null = null;
  #responding = false;
  #closing = false;
  #hadRequest = false;
  /** When the body being received began (ms); 0 without one. */
  bodySince = 0;

  constructor(context: ServerContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    this.#remoteAddress = socket.remoteAddress ?? '';
    socket.setTimeout(context.timeouts.idleMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onFailure);
    socket.on('error', this.#onFailure);
    socket.on('close', this.#onClose);
    context.connections.add(this);
  }

  /** Closes the connection, after the response that is due. */
  close(): void {
    this.#closing = true;
    if (!this.#responding) this.#socket.end();
  }
  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onFailure = (): void => this.destroy();
  readonly #onClose = (): void => void this.#context.connections.delete(this);
  readonly #onEnd = (): void => this.close();

  readonly #onData = (chunk: Buffer): void => {
    const bytes = this.#buffered.length > 0 ? Buffer.concat([this.#buffered, chunk]) : chunk;
    if (this.#responding) {
      this.#buffered = bytes;
      this.#socket.pause();
      return;
    }
    const head = this.#head ?? parseRequestHead(bytes);
    if (!head || head.bodyBytes > maxBodyBytes || this.#context.closing) return void this.#handOver(bytes);
    const requestBytes = head.headBytes + head.bodyBytes;
    if (bytes.length > requestBytes) return void this.#handOver(bytes);
    const respond = this.#respond ?? this.#findHandler(head);
    if (!respond) return void this.#handOver(bytes);
    if (bytes.length < requestBytes) {
      this.#buffered = bytes;
      this.#head = head;
      this.#respond = respond;
      if (this.bodySince === 0) this.#awaitBody();
      return;
    }
    this.#buffered = emptyBody;
    this.#head = null;
    this.#respond = null;
    this.bodySince = 0;
    this.#responding = true;
    this.#noteRequest();
    const response = respond(head.bodyBytes === 0 ? emptyBody : bytes.subarray(head.headBytes));
    if (response instanceof Promise) response.then(this.#onResponse, this.#onFailure);
    else sendBatched(this, response);
  };

  #awaitBody(): void {
    this.bodySince = Date.now();
    if (!this.#hadRequest) this.#socket.setTimeout(this.#context.timeouts.bodyMs);
  }

  readonly #onResponse = (response: FastResponse): void => sendBatched(this, response);

  #findHandler({ method, url, headers }: RequestHead): RespondToBody | null {
    const request = { method, url, headers, remoteAddress: this.#remoteAddress };
    for (const handler of this.#context.handlers) {
      const respond = handler(request);
      if (respond) return respond;
    }
    return null;
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    this.#context.connections.delete(this);
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onFailure);
    socket.off('error', this.#onFailure);
    socket.off('close', this.#onClose);
    socket.setTimeout(0);
    this.#context.handOver(socket, bytes);
  }

  // From the first request on the keep-alive timeout holds, while a response is awaited too.
  #noteRequest(): void {
    if (this.#hadRequest) return;
    this.#hadRequest = true;
    this.#socket.setTimeout(this.#context.keepAliveMs);
  }

  send({ status, headers, extraHeaders, body }: FastResponse): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const last = this.#closing || this.#context.closing;
    const end = last ? 'connection: close\r\n\r\n' : this.#context.keepAliveHeaders;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.text}${extraHeaders ? extraHeaders.text : ''}${date()}${end}`;
    if (typeof body === 'string') socket.write(head + body);
    else if (body === null) socket.write(head, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    if (last) return void socket.end();
    if (socket.writableNeedDrain) socket.once('drain', this.#onSent);
    else this.#onSent();
  }

  readonly #onSent = (): void => {
    this.#responding = false;
    if (this.#closing || this.#context.closing) return void this.#socket.end();
    if (this.#buffered.length === 0) return;
    const bytes = this.#buffered;
    this.#buffered = emptyBody;
    this.#socket.resume();
    this.#onData(bytes);
  };
}

/**
 * Serves connections ahead of node's HTTP parser for as long as only strict-subset requests come that one of `handlers`
 * takes: for a short response from memory the parser's objects and streams cost several times the response. Anything
 * else, and everything after it on that connection, goes to the parser.
 */
export const serveRawConnections = (
  server: Server,
  handlers: readonly FastHandler[],
  timeouts = defaultTimeouts,
): void => {
  const http: HttpServer = server.server;
  const parserListeners = http.listeners('connection') as ((this: HttpServer, socket: Socket) => void)[];
  const context: ServerContext = {
    handlers,
    handOver(socket, bytes) {
      socket.pause();
      socket.unshift(bytes);
      for (const listener of parserListeners) listener.call(http, socket);
      socket.resume();
    },
    connections: new Set(),
    timeouts,
    keepAliveMs: http.keepAliveTimeout,
    keepAliveHeaders: `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(http.keepAliveTimeout / 1000)}\r\n\r\n`,
    closing: false,
  };
  http.removeAllListeners('connection');
  http.on('connection', (socket: Socket) => {
    if (!context.closing) new RawConnection(context, socket);
    else for (const listener of parserListeners) listener.call(http, socket);
  });
  const sweep = setInterval(
    () => {
      const now = Date.now();
      for (const one of context.connections)
        if (one.bodySince > 0 && now - one.bodySince >= timeouts.bodyMs) one.destroy();
    },
    Math.min(sweepMs, timeouts.bodyMs),
  ).unref();
  server.addHook('preClose', async () => {
    clearInterval(sweep);
    context.closing = true;
    for (const one of context.connections) one.close();
  });
};
