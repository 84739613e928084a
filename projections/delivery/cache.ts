import type { Kernel } from '#kernel/kernel.ts';
import type { DeliveryDocument } from './document.ts';
import { type Coding, makeReady, type Ready } from './encode.ts';
import { type Audience, audienceOf, selectStories, type Viewer } from './select.ts';

/** One answer of a document: right until its moment, packed per coding when first asked for. */
export interface Variant {
  until: number;
  body: Buffer;
  ready: Partial<Record<Coding, Ready>>;
}

/** What a query string means for a document. */
export interface Reading {
  audience: Audience;
  personal: boolean;
}

/** A document in memory with the answers made from it. */
export interface Entry {
  token: string;
  revision: string;
  document: DeliveryDocument;
  variants: Map<string, Variant>;
  /** By query string, so that a repeated one is not read again. */
  readings: Map<string, Reading>;
  bytes: number;
  used: number;
}

const pollMs = 1000;
const unknownMs = 1000;
const maxUnknown = 10_000;
const maxReadings = 100;
const readingBytes = 500;
const maxVariants = 200;
const noTable = '42P01';

const readyBytes = (ready: Ready): number => ready.body.length + 1500;
const bytesOf = (variant: Variant): number =>
  variant.body.length + 500 + Object.values(variant.ready).reduce((sum, ready) => sum + readyBytes(ready), 0);

const newEntry = (token: string, revision: string, document: DeliveryDocument): Entry => ({
  token,
  revision,
  document,
  variants: new Map(),
  readings: new Map(),
  bytes: 1000 + JSON.stringify(document).length * 3,
  used: 0,
});

/**
 * Documents and answers of instances in memory, bounded by bytes. A change or a rebuild replaces exactly the entries it
 * concerns, by wake-up or within a second by asking for revisions; answers end by themselves when a window opens or
 * closes. What is in memory is answered without the database, also while that is away.
 */
export const createCache = (kernel: Kernel) => {
  const limit = kernel.config.SDK_CACHE_MB * 1024 * 1024;
  const entries = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  const loading = new Map<string, Promise<Entry | null>>();
  let bytes = 0;
  let uses = 0;

  const drop = (token: string) => {
    const entry = entries.get(token);
    if (!entry) return;
    entries.delete(token);
    bytes -= entry.bytes;
  };

  const makeRoom = () => {
    if (bytes <= limit) return;
    const oldest = [...entries.values()].sort((a, b) => a.used - b.used);
    for (const { token } of oldest) {
      if (bytes <= limit * 0.8 || entries.size === 1) return;
      drop(token);
    }
  };

  const grow = (entry: Entry, by: number) => {
    entry.bytes += by;
    if (entries.get(entry.token) !== entry) return;
    bytes += by;
    makeRoom();
  };

  const forgetVariant = (entry: Entry, key: string, variant: Variant) => {
    entry.variants.delete(key);
    grow(entry, -bytesOf(variant));
  };

  const put = (entry: Entry): Entry => {
    drop(entry.token);
    entry.used = ++uses;
    entries.set(entry.token, entry);
    bytes += entry.bytes;
    unknown.delete(entry.token);
    makeRoom();
    return entry;
  };

  const read = async (token: string): Promise<Entry | null> => {
    const { rows } = await kernel.db.pool.query<{ revision: string; document: DeliveryDocument }>({
      name: 'delivery-document',
      text: 'select revision, document from delivery_instance where token = $1',
      values: [token],
    });
    const row = rows[0];
    if (row)
      return entries.get(token)?.revision === row.revision
        ? entries.get(token)!
        : put(newEntry(token, row.revision, row.document));
    drop(token);
    if (unknown.size >= maxUnknown) unknown.clear();
    unknown.set(token, performance.now() + unknownMs);
    return null;
  };

  const load = (token: string): Promise<Entry | null> => {
    let going = loading.get(token);
    if (!going) {
      going = read(token).finally(() => loading.delete(token));
      loading.set(token, going);
    }
    return going;
  };

  const reload = (token: string) => {
    unknown.delete(token);
    // A load that runs already may have read before the change; another one follows it.
    const going = loading.get(token);
    const again = () => (entries.has(token) ? load(token) : Promise.resolve(null));
    (going ? going.then(again) : again()).catch(() => {});
  };

  const poll = async () => {
    if (entries.size === 0) return;
    const { rows } = await kernel.db.pool.query<{ token: string; revision: string }>({
      name: 'delivery-revisions',
      text: 'select token, revision from delivery_instance where token = any($1::text[])',
      values: [[...entries.keys()]],
    });
    const now = new Map(rows.map((row) => [row.token, row.revision]));
    for (const { token, revision } of [...entries.values()]) {
      const found = now.get(token);
      if (found === undefined) drop(token);
      else if (found !== revision) reload(token);
    }
  };
  const look = () =>
    void poll().catch((error) =>
      kernel.log.debug({ err: error }, 'revisions could not be read; what is in memory stays'),
    );
  const timer = setInterval(look, pollMs);
  timer.unref();
  const forget = kernel.wake.on('delivery', (token) => {
    if (token !== '*') return reload(token);
    unknown.clear();
    look();
  });

  return {
    /** The entry of a token when it is in memory. */
    held(token: string): Entry | undefined {
      const entry = entries.get(token);
      if (entry) entry.used = ++uses;
      return entry;
    },
    /** Reads the entry of a token; null when no instance has it. */
    async find(token: string): Promise<Entry | null> {
      const until = unknown.get(token);
      if (token.length > 100 || (until !== undefined && until > performance.now())) return null;
      try {
        return await load(token);
      } catch (error) {
        // Before the first start of the projection there is nothing to deliver yet.
        if ((error as { code?: string }).code === noTable) return null;
        throw error;
      }
    },
    /** What a query string means for an entry's document, remembered for the next one that is the same. */
    readViewer(entry: Entry, query: string, viewer: Viewer, personal: boolean): Reading {
      const reading = { audience: audienceOf(entry.document, viewer), personal };
      if (entry.readings.size >= maxReadings) {
        grow(entry, -entry.readings.size * readingBytes);
        entry.readings.clear();
      }
      if (query.length <= 200 && !entry.readings.has(query)) {
        entry.readings.set(query, reading);
        grow(entry, readingBytes);
      }
      return reading;
    },
    /** The answer for an audience at a moment, made when it is not there or no longer right. */
    variant(entry: Entry, { audience }: Reading, now: number): Variant {
      const held = entry.variants.get(audience.key);
      if (held && held.until > now) return held;
      const { answer, until } = selectStories(entry.document.app, audience, now, kernel.config.MEDIA_URL);
      const body = Buffer.from(JSON.stringify(answer));
      const made: Variant = { until: until ?? Number.POSITIVE_INFINITY, body, ready: {} };
      if (held) forgetVariant(entry, audience.key, held);
      if (entry.variants.size >= maxVariants) for (const [key, one] of entry.variants) forgetVariant(entry, key, one);
      entry.variants.set(audience.key, made);
      grow(entry, bytesOf(made));
      return made;
    },
    /** A variant packed in a coding. */
    async pack(entry: Entry, variant: Variant, coding: Coding): Promise<Ready> {
      const ready = await makeReady(variant.body, coding);
      const kept = [...entry.variants.values()].includes(variant);
      if (!variant.ready[coding] && kept) grow(entry, readyBytes(ready));
      variant.ready[coding] = ready;
      return ready;
    },
    stop() {
      clearInterval(timer);
      forget();
    },
    /** Bytes in use, for tests and figures. */
    size: () => bytes,
  };
};
export type Cache = ReturnType<typeof createCache>;
