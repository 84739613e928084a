import type { Posted } from './api.ts';
import type { Clock } from './clock.ts';
import type { BatchEnvelope, EventBatch, PlayerEvent } from './protocol.ts';
import type { Store } from './store.ts';

/** What became of an attempt: an HTTP status, 0 for no network, or `beacon`, whose answer nobody sees. */
export type SendOutcome = { batch: EventBatch; status: number | 'beacon'; ms: number };

type Kept = {
  batch_id: string;
  head: BatchEnvelope;
  events: PlayerEvent[];
  made: number;
  adopted?: boolean;
  handed?: boolean;
};

type Deps = {
  clock: Clock;
  newId(): string;
  random(): number;
  store: Store;
  token: string;
  head(): BatchEnvelope;
  post(body: string): Promise<Posted>;
  beacon(body: string): boolean;
  sent(sent: SendOutcome): void;
};

/** How events leave the page: `add` collects, `flush` sends now, `leave` uses beacons, `wake` ends a waiting time. */
export type Queue = {
  add(event: PlayerEvent): void;
  flush(): void;
  leave(): void;
  wake(): void;
  strip(head: BatchEnvelope): void;
  size(): number;
};

const interval = 2000;
const mostEvents = 50;
// The server takes 64 KiB; the head and escapes need room.
const mostBytes = 56 * 1024;
const mostBatches = 40;
const tooOld = 7 * 86_400_000;
const slowest = 60_000;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * Delivers events at least once: a batch keeps its id over every attempt, so the server counts it once. Each batch is
 * its own storage entry, so tabs never overwrite each other; two tabs may send the same batch, neither can lose one.
 */
export function createQueue(deps: Deps): Queue {
  const { clock, store, token } = deps;
  const keyOf = (id: string) => `batch:${token}:${id}`;
  const fresh: PlayerEvent[] = [];
  const batches: Kept[] = adopt();
  let tries = 0;
  let notBefore = 0;
  let busy = false;
  let woken = false;
  let cancelFlush: (() => void) | null = null;
  let cancelWait: (() => void) | null = null;

  function adopt(): Kept[] {
    const found: Kept[] = [];
    for (const key of store.keys(`batch:${token}:`)) {
      try {
        const kept = JSON.parse(store.get(key) ?? '') as Kept;
        if (clock.wall() - kept.made > tooOld || !kept.events.length) store.remove(key);
        else found.push({ ...kept, adopted: true });
      } catch {
        store.remove(key);
      }
    }
    return found.sort((a, b) => a.made - b.made).slice(-mostBatches);
  }

  function pack(): void {
    cancelFlush?.();
    cancelFlush = null;
    while (fresh.length) {
      const events = [fresh.shift()!];
      let bytes = bytesOf(events);
      while (fresh.length && events.length < mostEvents) {
        bytes += bytesOf(fresh[0]);
        if (bytes > mostBytes) break;
        events.push(fresh.shift()!);
      }
      keep({ batch_id: deps.newId(), head: deps.head(), events, made: clock.wall() });
    }
  }

  function keep(kept: Kept): void {
    batches.push(kept);
    store.set(keyOf(kept.batch_id), JSON.stringify(kept));
    while (batches.length > mostBatches) drop(batches[0]!);
  }

  function drop(kept: Kept): void {
    const index = batches.indexOf(kept);
    if (index >= 0) batches.splice(index, 1);
    store.remove(keyOf(kept.batch_id));
  }

  const bodyOf = ({ batch_id, head, events }: Kept): EventBatch => ({
    batch_id,
    sent_at: clock.wall(),
    ...head,
    events,
  });

  function wait(ms: number): void {
    cancelWait = clock.after(ms, () => {
      cancelWait = null;
      void pump();
    });
  }

  async function pump(): Promise<void> {
    if (busy || cancelWait) return;
    busy = true;
    while (batches.length) {
      const kept = batches[0]!;
      if (kept.adopted && store.get(keyOf(kept.batch_id)) === null) {
        drop(kept); // another tab delivered it
        continue;
      }
      const batch = bodyOf(kept);
      const from = clock.now();
      woken = false;
      const { status, retryAfter } = await deps.post(JSON.stringify(batch));
      deps.sent({ batch, status, ms: Math.round(clock.now() - from) });
      // The attempt began before the network came back, so its end says nothing of the next one.
      if (status === 0 && woken) continue;
      if (status === 0 || status === 408 || status === 429 || status >= 500) {
        const backoff = Math.min(slowest, 1000 * 2 ** tries++) * (0.5 + deps.random() / 2);
        notBefore = clock.now() + (retryAfter ?? 0);
        wait(Math.max(backoff, retryAfter ?? 0));
        break;
      }
      tries = 0;
      drop(kept);
    }
    busy = false;
  }

  // What an earlier visit left goes out once the page has had its turn.
  if (batches.length) wait(interval);

  return {
    add(event) {
      fresh.push(event);
      cancelFlush ??= clock.after(interval, () => {
        pack();
        void pump();
      });
    },
    flush() {
      pack();
      void pump();
    },
    leave() {
      pack();
      // A beacon's fate is unknown, so the batch stays until an answer was seen; its id keeps it from counting twice.
      for (const kept of batches.filter(({ handed }) => !handed)) {
        const batch = bodyOf(kept);
        if (!deps.beacon(JSON.stringify(batch))) break;
        kept.handed = true;
        deps.sent({ batch, status: 'beacon', ms: 0 });
      }
    },
    wake() {
      cancelWait?.();
      cancelWait = null;
      tries = 0;
      woken = true;
      for (const kept of batches) kept.handed = false;
      // A server that asked for time gets it, whatever the page does.
      if (notBefore > clock.now()) wait(notBefore - clock.now());
      else void pump();
    },
    strip(head) {
      for (const kept of batches) kept.head = head;
    },
    size: () => fresh.length + batches.reduce((sum, kept) => sum + kept.events.length, 0),
  };
}
