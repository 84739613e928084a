import { LRUCache } from 'lru-cache';
import type { Kernel } from '#kernel/kernel.ts';
import { type Coding, type EncodedResponse, encodeResponse } from './encoded-response.ts';
import { type CompressedDocument, compressDocument, createParsedDocuments } from './parsed-documents.ts';
import { type DeliveryViewer, groupsOf, matchAudience, selectStories } from './select.ts';

/** One answer of a document: valid until a time (unix ms), encoded per coding when first requested. */
export interface ResponseVariant {
  until: number;
  encoded: Partial<Record<Coding, EncodedResponse>>;
  /** Whether it was served since `evictUnused` last saw it. */
  used: boolean;
}

/** The audience that a query string resolves to, and whether the query identifies a viewer. */
export interface ResolvedAudience {
  key: string;
  personal: boolean;
  /** Whether it was served since `evictUnused` last saw it. */
  used: boolean;
}

/** An instance in the cache: its document, and the answers made from it. */
export interface CachedInstance {
  token: string;
  revision: string;
  compressed: CompressedDocument;
  variants: Map<string, ResponseVariant>;
  /** By query string. */
  audiences: Map<string, ResolvedAudience>;
  bytes: number;
}

const pollMs = 1000;
const unknownMs = 1000;
const maxUnknown = 10_000;
const maxAudiences = 100;
const audienceBytes = 500;
// A key has a character for each group of the instance, which takes a byte.
const bytesOfAudience = (query: string, { key }: ResolvedAudience): number => audienceBytes + query.length + key.length;
const maxVariants = 200;
const undefinedTable = '42P01';
const text = 'select revision, document::text as document from delivery_instance where token = $1';

// Measured as a heap of 10,000 of them: the object with its maps, the headers beside a body.
const entryBytes = 1000;
const variantBytes = 300;
const encodedBytes = (response: EncodedResponse): number => response.body.length + 2000;
const bytesOf = (key: string, variant: ResponseVariant): number =>
  variantBytes + key.length + Object.values(variant.encoded).reduce((sum, response) => sum + encodedBytes(response), 0);

const createEntry = (token: string, revision: string, document: string): CachedInstance => {
  const compressed = compressDocument(document);
  const bytes = entryBytes + compressed.length;
  return { token, revision, compressed, variants: new Map(), audiences: new Map(), bytes };
};

/**
 * Makes room in a small map (CLOCK algorithm): spares entries used since the last time, deletes the first other. Two
 * LRU caches in each of 10,000 instances would take more memory than their documents.
 */
const evictUnused = <V extends { used: boolean }>(map: Map<string, V>): [string, V] => {
  for (const [key, value] of map) {
    map.delete(key);
    if (!value.used) return [key, value];
    value.used = false;
    map.set(key, value);
  }
  throw new Error('there is nothing to evict');
};

/**
 * Documents and answers of instances in memory, bounded by bytes. A change or a rebuild replaces exactly the entries it
 * concerns, by notification or within a second by polling revisions; answers expire when a time window opens or closes.
 * What is in memory is served without the database, also while that is down.
 */
export const createDeliveryCache = (kernel: Pick<Kernel, 'config' | 'db' | 'log' | 'notifier'>) => {
  const limit = kernel.config.SDK_CACHE_MB * 1024 * 1024;
  // The bound is kept by `evictToLimit`: parsed documents share it, and the entry in use stays even when larger.
  const entries = new LRUCache<string, CachedInstance>({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (entry) => entry.bytes,
  });
  const unknownTokens = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownMs });
  const loading = new Map<string, Promise<CachedInstance | null>>();
  // Parsed documents get what is left, since they can be parsed again.
  const documents = createParsedDocuments(() => limit - entries.calculatedSize);

  const evict = (token: string) => {
    const entry = entries.peek(token);
    if (!entry) return;
    entries.delete(token);
    documents.close(entry.compressed);
  };

  const evictToLimit = () => {
    documents.shrink();
    while (entries.calculatedSize > limit && entries.size > 1) documents.close(entries.pop()!.compressed);
  };

  const resize = (entry: CachedInstance, by: number) => {
    entry.bytes += by;
    if (entries.peek(entry.token) !== entry) return;
    // lru-cache takes the size of an entry only when it is added.
    entries.delete(entry.token);
    entries.set(entry.token, entry);
    evictToLimit();
  };

  const storeVariant = (
    entry: CachedInstance,
    key: string,
    variant: ResponseVariant,
    before: ResponseVariant | undefined,
  ) => {
    let freed = before ? bytesOf(key, before) : 0;
    if (before) entry.variants.delete(key);
    if (entry.variants.size >= maxVariants) freed += bytesOf(...evictUnused(entry.variants));
    entry.variants.set(key, variant);
    resize(entry, bytesOf(key, variant) - freed);
  };

  const put = (entry: CachedInstance): CachedInstance => {
    evict(entry.token);
    entries.set(entry.token, entry);
    unknownTokens.delete(entry.token);
    evictToLimit();
    return entry;
  };

  const readEntry = async (token: string): Promise<CachedInstance | null> => {
    const { rows } = await kernel.db.pool.query<{ revision: string; document: string }>({
      name: 'delivery-document',
      text,
      values: [token],
    });
    const row = rows[0];
    if (row)
      return entries.get(token)?.revision === row.revision
        ? entries.get(token)!
        : put(createEntry(token, row.revision, row.document));
    evict(token);
    unknownTokens.set(token, true);
    return null;
  };

  const readOnce = (token: string): Promise<CachedInstance | null> => {
    let inFlight = loading.get(token);
    if (!inFlight) {
      inFlight = readEntry(token).finally(() => loading.delete(token));
      loading.set(token, inFlight);
    }
    return inFlight;
  };

  const reload = (token: string) => {
    unknownTokens.delete(token);
    // A read in flight may have read before the change, so another one follows it.
    const inFlight = loading.get(token);
    const next = () => (entries.has(token) ? readOnce(token) : Promise.resolve(null));
    // What could not be read now is read by the next poll, or by whoever asks.
    (inFlight ? inFlight.then(next) : next()).catch(() => {});
  };

  const poll = async () => {
    // Entries added while the query is in flight are newer than its result.
    const polled = [...entries.values()];
    if (polled.length === 0) return;
    const { rows } = await kernel.db.pool.query<{ token: string; revision: string }>({
      name: 'delivery-revisions',
      text: 'select token, revision from delivery_instance where token = any($1::text[])',
      values: [polled.map((entry) => entry.token)],
    });
    const now = new Map(rows.map((row) => [row.token, row.revision]));
    for (const entry of polled) {
      if (entries.peek(entry.token) !== entry) continue;
      const found = now.get(entry.token);
      if (found === undefined) evict(entry.token);
      else if (found !== entry.revision) reload(entry.token);
    }
  };
  const pollRevisions = () =>
    void poll().catch((error) =>
      kernel.log.debug({ err: error }, 'could not read revisions; keeping what is in memory'),
    );
  const timer = setInterval(pollRevisions, pollMs);
  timer.unref();
  const unsubscribe = kernel.notifier.on('delivery', (token) => {
    if (token !== '*') return reload(token);
    unknownTokens.clear();
    pollRevisions();
  });

  return {
    /** The entry of a token when it is in memory. */
    get: (token: string): CachedInstance | undefined => entries.get(token),
    /** Loads the entry of a token; null when no instance has it. */
    async load(token: string): Promise<CachedInstance | null> {
      if (token.length > 100 || unknownTokens.has(token)) return null;
      try {
        return await readOnce(token);
      } catch (error) {
        // Before the first start of the projection there is nothing to deliver yet.
        if ((error as { code?: string }).code === undefinedTable) return null;
        throw error;
      }
    },
    /** The document of an entry. */
    documentOf: (entry: CachedInstance) => documents.read(entry.compressed),
    /** Resolves the audience of a viewer, cached under `query` unless that is null. */
    resolveAudience(
      entry: CachedInstance,
      query: string | null,
      viewer: DeliveryViewer,
      personal: boolean,
    ): ResolvedAudience {
      const { key } = matchAudience(documents.read(entry.compressed), viewer);
      const audience = { key, personal, used: false };
      if (query === null || query.length > 200 || entry.audiences.has(query)) return audience;
      const freed = entry.audiences.size >= maxAudiences ? bytesOfAudience(...evictUnused(entry.audiences)) : 0;
      entry.audiences.set(query, audience);
      resize(entry, bytesOfAudience(query, audience) - freed);
      return audience;
    },
    /** The answer for an audience at a time (unix ms) in a coding; `warm` when it was encoded already. */
    async answer(
      entry: CachedInstance,
      { key }: ResolvedAudience,
      coding: Coding,
      now: number,
    ): Promise<{ response: EncodedResponse; warm: boolean }> {
      const cached = entry.variants.get(key);
      const valid = cached && cached.until > now ? cached : null;
      if (valid) valid.used = true;
      const encoded = valid?.encoded[coding];
      if (encoded) return { response: encoded, warm: true };
      const document = documents.read(entry.compressed);
      const groups = groupsOf(document, key);
      const { answer, until } = selectStories(document.app, { key, groups }, now, kernel.config.MEDIA_URL);
      const variant = valid ?? { until: until ?? Number.POSITIVE_INFINITY, encoded: {}, used: false };
      if (!valid) storeVariant(entry, key, variant, cached);
      const response = await encodeResponse(Buffer.from(JSON.stringify(answer)), coding);
      if (!variant.encoded[coding] && entry.variants.get(key) === variant) resize(entry, encodedBytes(response));
      variant.encoded[coding] = response;
      return { response, warm: false };
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
    /** Whether any instance is cached, and so served without the database. */
    hasEntries: () => entries.size > 0,
    /** Bytes in use, for tests and metrics. */
    size: () => entries.calculatedSize + documents.size(),
  };
};
export type DeliveryCache = ReturnType<typeof createDeliveryCache>;
