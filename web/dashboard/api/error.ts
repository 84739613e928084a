import { apiWords } from '../words/api.en.ts';
import { t } from '../words/t.ts';

/** One thing wrong with one field of a request. */
export interface FieldError {
  path: string;
  message: string;
  /** After a wrong code or passkey: how many more tries there are. */
  tries_left?: number;
}

/** A refused or failed call; `status` 0 means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly request_id: string | null;
  /** How what was to be changed stands, where the server says it. */
  readonly data: unknown;

  constructor(
    status: number,
    code: string,
    message: string,
    errors: readonly FieldError[] = [],
    requestId?: string,
    data?: unknown,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.request_id = requestId ?? null;
    this.data = data;
  }
}

const silent: ReadonlySet<string> = new Set(['GoogleLogin', 'PhoneNumberRequired', 'LinkedinLogin']);
const general = t(apiWords.failed);

/** What a toast says about a failure, or null where a dialog takes its place. */
export function errorText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (!(error instanceof ApiError)) return general;
  if (silent.has(error.code)) return null;
  if ((error.status === 500 || error.status === 400) && error.code !== 'UserExists') return general;
  return error.message || general;
}

/** The messages of a refused form by field path; empty for other failures. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((one) => [one.path, one.message]));
}
