import { apiWords } from '../words/api.en.ts';
import { t } from '../words/t.ts';
import { answers, tellAnswer } from './answers.ts';
import { ApiError, type FieldError } from './error.ts';
import { currentToken, refreshToken } from './refresh.ts';

const base = '/api';

/** The envelope of every answer. */
export interface Envelope<Data> {
  data: Data;
  message: string | null;
  total?: number;
  /** Of a list in pages: what the next one is asked for with; null where there is none. */
  next?: string | null;
}

/** What a call may carry. */
export interface CallOptions {
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  /** Makes a repeated command safe; one key per intent (`newKey()`). */
  idempotencyKey?: string;
  /** The version that the caller has seen, for If-Match. */
  ifMatch?: string;
  /** `none` sends no token; a text is sent instead of the session's token. */
  auth?: 'session' | 'none' | { token: string };
  /** What continues the session that the call begins, or ends, is kept in the cookie. */
  inCookie?: boolean;
}

/** A new idempotency key, also where the dashboard is served without https: `crypto.randomUUID` does not exist there. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a command is sent with: the key of its act, and the version that was read, where the change rests on it. */
export const asCommand = (key: string, version?: number): Pick<CallOptions, 'idempotencyKey' | 'ifMatch'> => ({
  idempotencyKey: key,
  ...(version === undefined ? {} : { ifMatch: `"${version}"` }),
});

function address(path: string, query: CallOptions['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${path}${text ? `?${text}` : ''}`;
}

interface Failure {
  code?: string;
  message?: string;
  errors?: FieldError[];
  request_id?: string;
  data?: unknown;
}

/** The error that an answer with a failing status stands for. */
export function failureOf(status: number, body: unknown): ApiError {
  const failure = (typeof body === 'object' && body !== null ? body : {}) as Failure;
  const fallback = status === 503 ? t(apiWords.busy) : t(apiWords.failedWithStatus, { status });
  return new ApiError(
    status,
    failure.code ?? 'Unknown',
    failure.message ?? fallback,
    failure.errors ?? [],
    failure.request_id,
    failure.data,
  );
}

/** The error of a server that does not answer. */
export const noConnection = (): ApiError =>
  new ApiError(0, 'NoConnection', navigator.onLine ? t(apiWords.noConnection) : t(apiWords.offline));

/** The body of an answer, null for none; one that breaks off, or that something before the server wrote, is no answer. */
async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return JSON.parse((await response.text()) || 'null');
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!response.ok) return null;
    throw noConnection();
  }
}

async function send(method: string, path: string, options: CallOptions, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.inCookie) headers['x-session'] = 'cookie';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifMatch) headers['if-match'] = options.ifMatch;
  try {
    const response = await fetch(address(path, options.query), {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
    });
    tellAnswer(response);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    answers.dispatchEvent(new Event('none'));
    throw noConnection();
  }
}

/** Makes a call and answers the bare response, whatever its status; a refused token is renewed once. */
export async function answerOf(method: string, path: string, options: CallOptions): Promise<Response> {
  const auth = options.auth ?? 'session';
  const token = auth === 'session' ? await currentToken() : auth === 'none' ? null : auth.token;
  const response = await send(method, path, options, token);
  if (response.status !== 401 || auth !== 'session' || !token) return response;
  const fresh = await refreshToken(token);
  return fresh ? send(method, path, options, fresh) : response;
}

/** Makes a call and answers the whole envelope; throws ApiError; a refused token is renewed once. */
export async function call<Data>(method: string, path: string, options: CallOptions = {}): Promise<Envelope<Data>> {
  const response = await answerOf(method, path, options);
  const body = await bodyOf(response, options.signal);
  if (!response.ok) throw failureOf(response.status, body);
  return (body ?? { data: null, message: null }) as Envelope<Data>;
}

type Body = Omit<CallOptions, 'body'>;

/** The calls that answer only the data; GET takes `query`, the others a JSON body. */
export const http = {
  get: async <Data>(path: string, options?: Body): Promise<Data> => (await call<Data>('GET', path, options)).data,
  post: async <Data>(path: string, body: unknown = {}, options?: Body): Promise<Data> =>
    (await call<Data>('POST', path, { ...options, body })).data,
  patch: async <Data>(path: string, body: unknown = {}, options?: Body): Promise<Data> =>
    (await call<Data>('PATCH', path, { ...options, body })).data,
  put: async <Data>(path: string, body: unknown = {}, options?: Body): Promise<Data> =>
    (await call<Data>('PUT', path, { ...options, body })).data,
  delete: async <Data>(path: string, body?: unknown, options?: Body): Promise<Data> =>
    (await call<Data>('DELETE', path, { ...options, body })).data,
};
