import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DeliveryDocument } from './document.ts';
import { exactly } from './encode.ts';

/** A document in memory, a fifth of its text: most are never looked into once their answers lie ready. */
export type PackedDocument = Buffer;

/** Packs the text of a document. */
export const packDocument = (text: string): PackedDocument => exactly(deflateRawSync(text));

/** Objects of a parsed document take about three times the bytes of its text. */
const perByte = 3;

/**
 * Documents that were looked into lately, parsed, at most `room()` bytes by estimate beside the last one: a caller who
 * says who he is makes his instance's document be looked into, and few instances have most of them.
 */
export const createOpenDocuments = (room: () => number) => {
  const open = new Map<PackedDocument, { document: DeliveryDocument; bytes: number }>();
  let bytes = 0;

  const close = (packed: PackedDocument): void => {
    bytes -= open.get(packed)?.bytes ?? 0;
    open.delete(packed);
  };
  const shrink = (): void => {
    for (const packed of open.keys()) {
      if (bytes <= room() || open.size <= 1) return;
      close(packed);
    }
  };

  return {
    /** A packed document, parsed; the last one used is the last to go. */
    read(packed: PackedDocument): DeliveryDocument {
      const held = open.get(packed);
      if (held) {
        open.delete(packed);
        open.set(packed, held);
        return held.document;
      }
      const text = inflateRawSync(packed).toString();
      const document = JSON.parse(text) as DeliveryDocument;
      const size = text.length * perByte;
      open.set(packed, { document, bytes: size });
      bytes += size;
      shrink();
      return document;
    },
    close,
    /** Gives back what no longer has room. */
    shrink,
    /** Bytes in use, by estimate. */
    size: () => bytes,
  };
};
