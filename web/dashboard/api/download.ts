import { answerOf, type CallOptions, failureOf } from './http.ts';

/** Reads a file such as a CSV with the session's token; throws ApiError. */
export async function download(path: string, query: CallOptions['query']): Promise<Blob> {
  const response = await answerOf('GET', path, { query });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
  return response.blob();
}

/** Makes a command that answers a file which is read this once; throws ApiError. */
export async function downloadMade(path: string, body: object, idempotencyKey: string): Promise<Blob> {
  const response = await answerOf('POST', path, { body, idempotencyKey });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
  return response.blob();
}
