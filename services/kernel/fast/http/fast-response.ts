import { createTurnBatch } from '../../platform/turn-batch.ts';

/** Response headers rendered once: as node takes them (name and value in turn) and as they go over the wire. */
export interface StaticHeaders {
  pairs: readonly string[];
  text: string;
}

/** Renders headers for many responses. Names and values are ours, never a caller's: they are not checked. */
export const staticHeaders = (pairs: readonly string[]): StaticHeaders => {
  let text = '';
  for (let index = 0; index < pairs.length; index += 2) text += `${pairs[index]}: ${pairs[index + 1]}\r\n`;
  return { pairs, text };
};

/** A response of the fast path; its headers hold the content-length. */
export interface FastResponse {
  status: number;
  headers: StaticHeaders;
  /** Headers of this response alone. */
  extraHeaders: StaticHeaders | null;
  body: Buffer | string | null;
}

/** A request of the fast path before its body is there. */
export interface FastRequest {
  method: string;
  url: string;
  /** By lower-case name; a header that came twice is joined or left out. */
  headers: { readonly [name: string]: string | string[] | undefined };
  /** The peer of the connection, which may be a proxy. */
  remoteAddress: string;
}

/** Takes a request by returning what responds to its body (empty without one), or leaves it to the framework: null. */
export type FastHandler = (request: FastRequest) => ((body: Buffer) => FastResponse | Promise<FastResponse>) | null;

/** Where a response is written. */
export interface ResponseSink {
  send(response: FastResponse): void;
  /** Closes the connection: its response could not be written. */
  destroy(): void;
}

/** Enough to keep a client's process awake, few enough for it to start while others are still written. */
const maxBatch = 8;
const addToBatch = createTurnBatch<{ sink: ResponseSink; response: FastResponse }>((batch) => {
  for (const { sink, response } of batch)
    try {
      sink.send(response);
    } catch {
      sink.destroy();
    }
}, maxBatch);

/**
 * Writes a response at the latest at the end of this turn of the event loop. Coalesces writes: one epoll wake-up per
 * batch in a client that sleeps, which costs more than the response itself.
 */
export const sendBatched = (sink: ResponseSink, response: FastResponse): void => {
  addToBatch({ sink, response });
};
