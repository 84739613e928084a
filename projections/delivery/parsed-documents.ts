import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { DeliveryDocument } from './document.ts';
import { copyExact } from './encoded-response.ts';

/** A compressed document, a fifth of its text: most are not needed again once their answers are encoded. */
export type CompressedDocument = Buffer;

/** Compresses the text of a document. */
export const compressDocument = (text: string): CompressedDocument => copyExact(deflateRawSync(text));

/** Objects of a parsed document take about three times the bytes of its text. */
const parsedBytesPerByte = 3;

/**
 * An LRU cache of parsed documents, at most `room()` bytes by estimate beside the last one: requests that identify a
 * viewer need their instance's document, and few instances have most of them.
 */
export const createParsedDocuments = (room: () => number) => {
  const parsed = new LRUCache<CompressedDocument, DeliveryDocument>({ maxSize: Number.MAX_SAFE_INTEGER });
  const shrink = (): void => {
    while (parsed.calculatedSize > room() && parsed.size > 1) parsed.pop();
  };
  return {
    /** The document, from the cache or parsed. */
    read(compressed: CompressedDocument): DeliveryDocument {
      const known = parsed.get(compressed);
      if (known) return known;
      const text = inflateRawSync(compressed).toString();
      const document = JSON.parse(text) as DeliveryDocument;
      parsed.set(compressed, document, { size: Math.max(1, text.length * parsedBytesPerByte) });
      shrink();
      return document;
    },
    close: (compressed: CompressedDocument): void => void parsed.delete(compressed),
    /** Evicts documents beyond `room()`. */
    shrink,
    /** Bytes in use, by estimate. */
    size: () => parsed.calculatedSize,
  };
};
