import { type Server as HttpServer, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from '../../http/types.ts';
import { type Asker, type Early, type EarlyAnswer, sendSoon } from './answer.ts';
import { type PlainHead, readPlainHead } from './plain-head.ts';

/** How long one waits, in ms. */
export interface Patience {
  /** For the first byte. */
  silence: number;
  /** For a whole body. */
  body: number;
}
const usual: Patience = { silence: 5000, body: 30_000 };
const lookMs = 1000;
/** Larger bodies are for the framework. */
const maxBody = 65_536;
const nothing = Buffer.alloc(0);

let second = 0;
let dateLine = '';
const date = (): string => {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dateLine = `date: ${new Date(now * 1000).toUTCString()}\r\n`;
  }
  return dateLine;
};

/** What all connections of a server have in common. */
interface House {
  earlies: readonly Early[];
  /** Gives a connection to the whole parser, with the bytes that came already. */
  handOver(socket: Socket, bytes: Buffer): void;
  guests: Set<Guest>;
  patience: Patience;
  /** How long a connection may say nothing between two requests. */
  keptMs: number;
  /** The end of a head that keeps the connection. */
  kept: string;
  closing: boolean;
}

type Answering = (body: Buffer) => EarlyAnswer | Promise<EarlyAnswer>;

/** A connection on which only plain requests have come. */
class Guest implements Asker {
  readonly #house: House;
  readonly #socket: Socket;
  readonly #address: string;
  #held: Buffer = nothing;
  #head: PlainHead | null = null;
  #answering: Answering | null = null;
  #busy = false;
  #ended = false;
  #greeted = false;
  /** Since when (ms) a body is on its way; 0 when none is. */
  arriving = 0;

  constructor(house: House, socket: Socket) {
    this.#house = house;
    this.#socket = socket;
    this.#address = socket.remoteAddress ?? '';
    socket.setTimeout(house.patience.silence);
    socket.on('data', this.#take);
    socket.on('end', this.#end);
    socket.on('timeout', this.#drop);
    socket.on('error', this.#drop);
    socket.on('close', this.#left);
    house.guests.add(this);
  }

  /** Ends the connection, after the answer that is owed. */
  close(): void {
    this.#ended = true;
    if (!this.#busy) this.#socket.end();
  }
  /** Cuts the connection. */
  drop(): void {
    this.#socket.destroy();
  }

  readonly #drop = (): void => this.drop();
  readonly #left = (): void => void this.#house.guests.delete(this);
  readonly #end = (): void => this.close();

  readonly #take = (chunk: Buffer): void => {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    if (this.#busy) {
      this.#held = bytes;
      this.#socket.pause();
      return;
    }
    const head = this.#head ?? readPlainHead(bytes);
    if (!head || bytes.length > head.length + head.body || head.body > maxBody || this.#house.closing)
      return void this.#leave(bytes);
    const answering = this.#answering ?? this.#find(head);
    if (!answering) return void this.#leave(bytes);
    if (bytes.length < head.length + head.body) {
      this.#held = bytes;
      this.#head = head;
      this.#answering = answering;
      if (this.arriving === 0) this.#await();
      return;
    }
    this.#held = nothing;
    this.#head = null;
    this.#answering = null;
    this.arriving = 0;
    this.#busy = true;
    this.#greet();
    const answer = answering(head.body === 0 ? nothing : bytes.subarray(head.length));
    if (answer instanceof Promise) answer.then(this.#answered, this.#drop);
    else sendSoon(this, answer);
  };

  #await(): void {
    this.arriving = Date.now();
    if (!this.#greeted) this.#socket.setTimeout(this.#house.patience.body);
  }

  readonly #answered = (answer: EarlyAnswer): void => sendSoon(this, answer);

  #find({ method, url, headers }: PlainHead): Answering | null {
    const request = { method, url, headers, address: this.#address };
    for (const early of this.#house.earlies) {
      const answering = early(request);
      if (answering) return answering;
    }
    return null;
  }

  #leave(bytes: Buffer): void {
    const socket = this.#socket;
    this.#house.guests.delete(this);
    socket.off('data', this.#take);
    socket.off('end', this.#end);
    socket.off('timeout', this.#drop);
    socket.off('error', this.#drop);
    socket.off('close', this.#left);
    socket.setTimeout(0);
    this.#house.handOver(socket, bytes);
  }

  // Whoever has asked may wait for the answer as long as a kept connection may be silent.
  #greet(): void {
    if (this.#greeted) return;
    this.#greeted = true;
    this.#socket.setTimeout(this.#house.keptMs);
  }

  send({ status, heads, more, body }: EarlyAnswer): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const last = this.#ended || this.#house.closing;
    const end = last ? 'connection: close\r\n\r\n' : this.#house.kept;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${heads.text}${more ? more.text : ''}${date()}${end}`;
    if (typeof body === 'string') socket.write(head + body);
    else if (body === null) socket.write(head, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    if (last) return void socket.end();
    if (socket.writableNeedDrain) socket.once('drain', this.#next);
    else this.#next();
  }

  readonly #next = (): void => {
    this.#busy = false;
    if (this.#ended || this.#house.closing) return void this.#socket.end();
    if (this.#held.length === 0) return;
    const held = this.#held;
    this.#held = nothing;
    this.#socket.resume();
    this.#take(held);
  };
}

/**
 * Reads connections before node's HTTP parser does, as long as nothing but plain requests comes that `earlies` take: for
 * a short answer from memory its objects and streams cost several times the answer. Whatever else comes, and everything
 * after it on that connection, is the parser's.
 */
export const openDoorway = (server: Server, earlies: readonly Early[], patience = usual): void => {
  const http: HttpServer = server.server;
  const parsing = http.listeners('connection') as ((this: HttpServer, socket: Socket) => void)[];
  const house: House = {
    earlies,
    handOver(socket, bytes) {
      socket.pause();
      socket.unshift(bytes);
      for (const listener of parsing) listener.call(http, socket);
      socket.resume();
    },
    guests: new Set(),
    patience,
    keptMs: http.keepAliveTimeout,
    kept: `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(http.keepAliveTimeout / 1000)}\r\n\r\n`,
    closing: false,
  };
  http.removeAllListeners('connection');
  http.on('connection', (socket: Socket) => {
    if (!house.closing) new Guest(house, socket);
    else for (const listener of parsing) listener.call(http, socket);
  });
  const clock = setInterval(
    () => {
      const now = Date.now();
      for (const guest of house.guests) if (guest.arriving > 0 && now - guest.arriving >= patience.body) guest.drop();
    },
    Math.min(lookMs, patience.body),
  ).unref();
  server.addHook('preClose', async () => {
    clearInterval(clock);
    house.closing = true;
    for (const guest of house.guests) guest.close();
  });
};
