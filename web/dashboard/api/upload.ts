import { failureOf, noConnection } from './http.ts';
import { currentToken, refreshToken } from './refresh.ts';

/** A stored file: `file` is its address, sizes are px, duration is ms (0 or null for pictures). */
export interface UploadedFile {
  file: string;
  mime_type: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  bytes: number;
  thumbnail?: string | null;
  /** Viewer ids in a CSV. */
  count?: number;
}

/** How an upload is followed and cancelled; progress is the share sent, 0 to 1. */
export interface UploadOptions {
  onProgress?: (share: number, sentBytes: number) => void;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  body: unknown;
}

// fetch cannot report how much of a body was sent; XMLHttpRequest can.
function post(file: Blob, name: string, token: string | null, options: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    if (options.signal?.aborted) return aborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    options.signal?.addEventListener('abort', abort);
    request.open('POST', '/api/upload');
    request.responseType = 'json';
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total, Math.min(event.loaded, file.size));
    };
    request.onabort = aborted;
    request.onerror = () => reject(noConnection());
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onloadend = () => options.signal?.removeEventListener('abort', abort);
    const form = new FormData();
    form.append('file', file, name);
    request.send(form);
  });
}

/** Sends one file and answers where it is; throws ApiError, or an AbortError when cancelled. */
export async function uploadFile(file: File | Blob, options: UploadOptions = {}): Promise<UploadedFile> {
  const name = file instanceof File ? file.name : 'picture.png';
  const token = await currentToken();
  let answer = await post(file, name, token, options);
  if (answer.status === 401 && token) {
    const fresh = await refreshToken(token);
    if (fresh) answer = await post(file, name, fresh, options);
  }
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer.status, answer.body);
  // What stands before the server may answer with a page of its own.
  if (!answer.body) throw noConnection();
  return (answer.body as { data: UploadedFile }).data;
}
