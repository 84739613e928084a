import { sdkLimits } from '#contracts/sdk/protocol.ts';
import { addFastHandler } from '#kernel/fast/http/fast-handler.ts';
import { type FastRequest, type FastResponse, staticHeaders } from '#kernel/fast/http/fast-response.ts';
import { RecordedResponse } from '#kernel/fast/http/recorded-response.ts';
import { callerAddress } from '#kernel/http/caller-address.ts';
import { readJson } from '#kernel/http/clean-input.ts';
import type { Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { AcceptBatch } from './accept-batch.ts';
import type { IngestLimits } from './limits.ts';
import { parseBatch } from './parse-batch.ts';

const prefix = '/sdk/v1/';
const suffix = '/events';
/** Longer ones are no tokens, and would fill the cache of unknown ones. */
const maxToken = 300;
const plainTypes = new Set(['application/json', 'text/plain', 'text/plain;charset=UTF-8']);

/** The token of an uncompressed batch with an allowed content-length, or null: all else is the framework's. */
const tokenOf = ({ method, url, headers }: FastRequest): string | null => {
  if (method !== 'POST' || !url.startsWith(prefix) || !url.endsWith(suffix)) return null;
  const token = url.slice(prefix.length, -suffix.length);
  if (token.length > maxToken || token.includes('/') || token.includes('%') || token.includes('?')) return null;
  if (
    !plainTypes.has((headers['content-type'] as string | undefined) ?? '') ||
    headers['content-encoding'] ||
    headers.expect
  )
    return null;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= sdkLimits.bodyBytes ? token : null;
};

interface FastIngest {
  accept: AcceptBatch;
  limits: Pick<IngestLimits, 'admit'>;
  /** Those of the route. */
  headers: Readonly<Record<string, string>>;
  /** The pattern of the route. */
  route: string;
}

/**
 * Handles plain batches before the framework: its hooks, parsing and sending cost as much as validating the batch.
 * Accepts, refuses, counts and logs as the route does; whatever is not plain is left to the route.
 */
export const installIngestFastPath = (
  server: Server,
  kernel: Kernel,
  { accept, limits, headers, route }: FastIngest,
): void => {
  const addressOf = callerAddress(kernel.config);
  const common = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8' }).flat();
  const fastRoute = { method: 'POST', route, headers: staticHeaders(common) };

  const answer = async (
    response: RecordedResponse,
    token: string,
    sender: number,
    body: Buffer,
  ): Promise<FastResponse> => {
    try {
      return response.succeed(202, await accept(token, parseBatch(readJson(body, true)), sender));
    } catch (error) {
      return response.fail(error);
    }
  };

  addFastHandler(server, (request) => {
    const token = tokenOf(request);
    if (token === null) return null;
    const response = new RecordedResponse(kernel, fastRoute);
    try {
      const sender = limits.admit(addressOf(request), token);
      return (body) => answer(response, token, sender, body);
    } catch (error) {
      return () => response.fail(error);
    }
  });
};
