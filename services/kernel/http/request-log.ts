import type { FastifyBaseLogger } from 'fastify';

type Words = Parameters<FastifyBaseLogger['info']>;

/**
 * The log of one request. The child logger that writes its id into each line is made with the first line: most requests
 * write none, or one at their end, and a child costs more than reading a small body.
 */
class RequestLog {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #made: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #child(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }
  get level(): string {
    return this.#parent.level;
  }
  set level(level: string) {
    this.#child.level = level;
  }
  child(bindings: Record<string, unknown>): FastifyBaseLogger {
    return this.#child.child(bindings);
  }
  fatal(...words: Words): void {
    this.#child.fatal(...words);
  }
  error(...words: Words): void {
    this.#child.error(...words);
  }
  warn(...words: Words): void {
    this.#child.warn(...words);
  }
  info(...words: Words): void {
    this.#child.info(...words);
  }
  debug(...words: Words): void {
    this.#child.debug(...words);
  }
  trace(...words: Words): void {
    this.#child.trace(...words);
  }
  silent(...words: Words): void {
    this.#child.silent(...words);
  }
}

/** Makes the log of a request; a childLoggerFactory of the framework. */
export const requestLog = (parent: FastifyBaseLogger, bindings: Record<string, unknown>): FastifyBaseLogger =>
  new RequestLog(parent, bindings) as unknown as FastifyBaseLogger;
