import { queryOptions } from '@tanstack/react-query';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** What a preview plays, and until when. */
export type PreviewData = SdkStories['data'] & { ts_expires: UnixSeconds };

/** Statuses of a secret that opens nothing. */
const closed = new Set([404, 422]);

async function readPreview(secret: string, signal: AbortSignal): Promise<PreviewData | null> {
  const response = await fetch('/sdk/v1/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  if (closed.has(response.status)) return null;
  if (!response.ok) throw new Error(String(response.status));
  return ((await response.json()) as { data: PreviewData }).data;
}

/** What the secret of a preview's link plays, as it is when the page opens; null where it opens nothing. */
export const previewQuery = (secret: string) =>
  queryOptions({
    queryKey: ['preview', secret],
    queryFn: ({ signal }) => readPreview(secret, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Each try counts towards how often an address may open previews.
    retry: false,
  });
