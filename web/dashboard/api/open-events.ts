import { answers, tellAnswer } from './answers.ts';
import { createEventParser, type StreamEvent } from './event-stream.ts';
import { failureOf, noConnection } from './http.ts';
import { currentToken, refreshToken } from './refresh.ts';

/** How a stream is opened; `heard` is called for whatever arrives, also for what only keeps the connection. */
export interface StreamOptions {
  query?: Record<string, string>;
  /** Sent with POST, as JSON. */
  body?: unknown;
  signal: AbortSignal;
  heard: () => void;
  /** The longest event, in characters. */
  most?: number;
}

// EventSource sends no token.
const ask = async (
  address: string,
  token: string | null,
  { body, signal }: Pick<StreamOptions, 'body' | 'signal'>,
): Promise<Response> => {
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    tellAnswer(response);
    return response;
  } catch (error) {
    if (signal.aborted) throw error;
    answers.dispatchEvent(new Event('none'));
    throw noConnection();
  }
};

/**
 * The server-sent events of an address below /api, until the server ends them; a refused token is renewed once. Throws
 * ApiError when the server refuses or does not answer, and what fetch throws when the connection breaks or is aborted.
 */
export async function* openEvents(path: string, options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { query, heard, most } = options;
  const address = `/api${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
  const token = await currentToken();
  let response = await ask(address, token, options);
  const fresh = response.status === 401 && token ? await refreshToken(token) : null;
  if (fresh) response = await ask(address, fresh, options);
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
  // What stands before the server may answer with a page of its own.
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) throw noConnection();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createEventParser(most);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      yield* parser.push(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
