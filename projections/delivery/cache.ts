import type { Kernel } from '#kernel/kernel.ts';
import { type Coding, makeReady, type Ready } from './encode.ts';
import { createOpenDocuments, type PackedDocument, packDocument } from './open-documents.ts';
import { audienceOf, groupsOf, selectStories, type Viewer } from './select.ts';

/** One answer of a document: right until its moment, packed per coding when first asked for. */
export interface Variant {
  until: number;
  ready: Partial<Record<Coding, Ready>>;
}

/** What a query string means for a document: the key of its audience, and whether it names somebody. */
export interface Reading {
  key: string;
  personal: boolean;
}

/** An instance in memory: its document, and the answers made from it. */
export interface Entry {
  token: string;
  revision: string;
  packed: PackedDocument;
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
const text = 'select revision, document::text as document from delivery_instance where token = $1';

// By what a heap of 10,000 of them weighs: the object with its maps, the heads beside a body.
const entryBytes = 1000;
const variantBytes = 300;
const readyBytes = (ready: Ready): number => ready.body.length + 2000;
const bytesOf = (variant: Variant): number =>
  variantBytes + Object.values(variant.ready).reduce((sum, ready) => sum + readyBytes(ready), 0);

const newEntry = (token: string, revision: string, document: string): Entry => {
  const packed = packDocument(document);
  const bytes = entryBytes + packed.length;
  return { token, revision, packed, variants: new Map(), readings: new Map(), bytes, used: 0 };
};

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
  // Answers go before documents that lie open, which can be opened again.
  const documents = createOpenDocuments(() => limit - bytes);

  const drop = (token: string) => {
    const entry = entries.get(token);
    if (!entry) return;
    entries.delete(token);
    documents.close(entry.packed);
    bytes -= entry.bytes;
  };

  const makeRoom = () => {
    documents.shrink();
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

  const keepVariant = (entry: Entry, key: string, variant: Variant, before: Variant | undefined) => {
    if (before) forgetVariant(entry, key, before);
    if (entry.variants.size >= maxVariants) for (const [old, one] of entry.variants) forgetVariant(entry, old, one);
    entry.variants.set(key, variant);
    grow(entry, bytesOf(variant));
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
    const { rows } = await kernel.db.pool.query<{ revision: string; document: string }>({
      name: 'delivery-document',
      text,
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
    // Those that come while the answer is on its way were read later than it.
    const asked = [...entries.values()];
    if (asked.length === 0) return;
    const { rows } = await kernel.db.pool.query<{ token: string; revision: string }>({
      name: 'delivery-revisions',
      text: 'select token, revision from delivery_instance where token = any($1::text[])',
      values: [asked.map((entry) => entry.token)],
    });
    const now = new Map(rows.map((row) => [row.token, row.revision]));
    for (const entry of asked) {
      if (entries.get(entry.token) !== entry) continue;
      const found = now.get(entry.token);
      if (found === undefined) drop(entry.token);
      else if (found !== entry.revision) reload(entry.token);
    }
  };
  const look = () =>
    void poll().catch((error) =>
      kernel.log.debug({ err: error }, 'revisions could not be read; what is in memory stays'),
    );
  const timer = setInterval(look, pollMs);
  timer.unref();
  const forget = kernel.notifier.on('delivery', (token) => {
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
    /** The document of an entry. */
    documentOf: (entry: Entry) => documents.read(entry.packed),
    /** What a viewer gets of an entry; `query` remembers it for the next one that is the same. */
    readViewer(entry: Entry, query: string | null, viewer: Viewer, personal: boolean): Reading {
      const { key } = audienceOf(documents.read(entry.packed), viewer);
      const reading = { key, personal };
      if (query === null || query.length > 200 || entry.readings.has(query)) return reading;
      if (entry.readings.size >= maxReadings) {
        grow(entry, -entry.readings.size * readingBytes);
        entry.readings.clear();
      }
      entry.readings.set(query, reading);
      grow(entry, readingBytes);
      return reading;
    },
    /** The answer for an audience at a moment in a coding; `warm` when it lay ready. */
    async answer(
      entry: Entry,
      { key }: Reading,
      coding: Coding,
      now: number,
    ): Promise<{ ready: Ready; warm: boolean }> {
      const held = entry.variants.get(key);
      const right = held && held.until > now ? held : null;
      const lying = right?.ready[coding];
      if (lying) return { ready: lying, warm: true };
      const document = documents.read(entry.packed);
      const groups = groupsOf(document, key);
      const { answer, until } = selectStories(document.app, { key, groups }, now, kernel.config.MEDIA_URL);
      const variant = right ?? { until: until ?? Number.POSITIVE_INFINITY, ready: {} };
      if (!right) keepVariant(entry, key, variant, held);
      const ready = await makeReady(Buffer.from(JSON.stringify(answer)), coding);
      if (!variant.ready[coding] && entry.variants.get(key) === variant) grow(entry, readyBytes(ready));
      variant.ready[coding] = ready;
      return { ready, warm: false };
    },
    stop() {
      clearInterval(timer);
      forget();
    },
    /** Whether an instance is in memory, which is answered without the database. */
    holdsAny: () => entries.size > 0,
    /** Bytes in use, for tests and figures. */
    size: () => bytes + documents.size(),
  };
};
export type Cache = ReturnType<typeof createCache>;
