import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { StoryResults } from '#contracts/sdk/results.ts';

/** How often each answer was given, by the ids of components that show it. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What the answer to a batch means for it; `retryAfter` is in ms. */
export type Posted = { status: number; retryAfter?: number };

/** Stories could not be had; `final` says that asking again is useless. */
export class DeliveryError extends Error {
  readonly status: number;
  readonly final: boolean;
  readonly retryAfter: number | undefined;

  constructor(status: number, final: boolean, retryAfter?: number) {
    super(`stories answered ${status}`);
    this.status = status;
    this.final = final;
    this.retryAfter = retryAfter;
  }
}

const timeout = 15_000;

function waitOf(response: Response, now: number): number | undefined {
  // The header is readable across origins only where the server exposes it; without it the backoff rules.
  const header = response.headers.get('retry-after');
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Calls below the address that the script came from, so a prefix in front of /sdk works too. */
export function createApi(script: string, token: string) {
  const base = `${script.replace(/[^/]*$/, '')}${encodeURIComponent(token)}`;
  return {
    /** The app, and the groups that this viewer gets in the order of the bar, without those with nothing to play. */
    async stories(query: Record<string, string | null | undefined>, signal: AbortSignal): Promise<SdkStories['data']> {
      const search = new URLSearchParams({ platform: 'web' });
      for (const [name, value] of Object.entries(query)) {
        if (value !== null && value !== undefined) search.set(name, value);
      }
      const response = await fetch(`${base}/stories?${search}`, { credentials: 'omit', signal });
      const { status } = response;
      if (!response.ok) {
        // An answer that nobody reads would keep its connection.
        response.body?.cancel().catch(() => {});
        throw new DeliveryError(status, status < 500 && status !== 429 && status !== 408, waitOf(response, Date.now()));
      }
      const { data } = (await response.json()) as SdkStories;
      return { ...data, groups: data.groups.filter((group) => group.stories?.length) };
    },
    /** How the components of a story were answered so far; null where that cannot be had. */
    async results(storyId: string): Promise<Results | null> {
      try {
        const response = await fetch(`${base}/results?story_id=${storyId}`, {
          credentials: 'omit',
          signal: AbortSignal.timeout(timeout),
        });
        if (response.ok) {
          const { data } = (await response.json()) as { data: StoryResults };
          return new Map(
            Object.entries(data.components).map(([id, { values }]) => [id, new Map(Object.entries(values))]),
          );
        }
        response.body?.cancel().catch(() => {});
      } catch {
        // The viewer's own answer is shown without those of others.
      }
      return null;
    },
    /** Posts one batch; status 0 is a network that is not there. */
    async post(body: string): Promise<Posted> {
      try {
        // text/plain spares the pre-flight request of every batch.
        const response = await fetch(`${base}/events`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'text/plain' },
          credentials: 'omit',
          keepalive: body.length < 30_000,
          signal: AbortSignal.timeout(timeout),
        });
        response.body?.cancel().catch(() => {});
        return { status: response.status, retryAfter: waitOf(response, Date.now()) };
      } catch {
        return { status: 0 };
      }
    },
    /** Hands one batch to the browser for after the page; false when it takes no more. */
    beacon: (body: string): boolean => navigator.sendBeacon?.(`${base}/events`, body) ?? false,
  };
}
