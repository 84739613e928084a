import type { CustomFetch } from 'openid-client';

/** A provider did not answer in time, answered too much, or is not well. */
export class ProviderUnavailable extends Error {}

const maxBytes = 256 * 1024;
const bodiless = new Set([204, 205, 304]);

const readBody = async (answer: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderUnavailable('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Asks a provider: within a time, with an answer of 256 KiB at most, without redirects. Whatever says that it is not well
 * throws ProviderUnavailable. `signal` ends a whole sign-in, however many calls that takes.
 */
export const boundedFetch =
  (patienceMs: number): CustomFetch =>
  async (url, options) => {
    try {
      const answer = await fetch(url, {
        ...(options as RequestInit),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status >= 500 || answer.status === 429) throw new ProviderUnavailable(`it answered ${answer.status}`);
      const body = await readBody(answer);
      const { status, headers } = answer;
      return new Response(bodiless.has(status) ? null : new Uint8Array(body), { status, headers });
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      throw new ProviderUnavailable((error as Error).name, { cause: error });
    }
  };

/** Whether a failure comes from a provider that could not be asked. */
export const isUnavailable = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderUnavailable) return true;
  return false;
};
