import { rm, writeFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { OutboundClient } from '../outbound/client.ts';
import { mediaTypeOf } from './media-type.ts';
import { storeUnreferenced, type UnreferencedFiles } from './media-use.ts';

const side = 128;
const largest = 2_000_000;
const patienceMs = 3000;
const keptBytes = 8_000_000;
const goodMs = 60 * 60_000;
const badMs = 60_000;

/** A picture redrawn as a PNG of 128 by 128, or null when it is no JPEG, PNG or WebP. Throws for one that is broken. */
export const renderIcon = async (picture: Buffer): Promise<Buffer | null> => {
  const type = mediaTypeOf(picture);
  if (type?.kind !== 'image' || type.extension === 'gif') return null;
  // Read when it is needed: a process that only delivers draws nothing.
  const { default: sharp } = await import('sharp');
  return sharp(picture, { limitInputPixels: 4_000_000, failOn: 'error' })
    .resize(side, side, { fit: 'contain', background: '#00000000' })
    .png()
    .timeout({ seconds: 3 })
    .toBuffer();
};

/** Puts a drawn icon into the file store; answers its key. It goes again unless an event names it soon. */
export const storeIcon = async (icon: Buffer, store: UnreferencedFiles): Promise<string> => {
  const path = store.files.temporaryPath();
  try {
    await writeFile(path, icon);
    return await storeUnreferenced(store, path, 'png');
  } finally {
    await rm(path, { force: true });
  }
};

/** Pictures of apps that stand elsewhere. */
export interface IconReader {
  /** The picture at an address as a small PNG; null when there is none within 3 s. Never throws. */
  read(url: string): Promise<Buffer | null>;
  /** The same, put into the file store; answers its key. */
  store(url: string): Promise<string | null>;
}

/** Opens the reader of icons over the guarded client; what was read is kept in memory for an hour, at most 8 MB. */
export const openIconReader = (outbound: OutboundClient, store: UnreferencedFiles): IconReader => {
  const kept = new LRUCache<string, { icon: Buffer | null }>({
    max: 1000,
    maxSize: keptBytes,
    sizeCalculation: ({ icon }) => (icon?.length ?? 0) + 1,
  });

  const fetchIcon = async (url: string): Promise<Buffer | null> => {
    const signal = AbortSignal.timeout(patienceMs);
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
    const drawn = outbound
      .get(url, { maxBytes: largest, signal, headers: { accept: 'image/png,image/jpeg,image/webp' } })
      .then(({ status, body }) => (status === 200 ? renderIcon(body) : null))
      .catch(() => null);
    return Promise.race([drawn, late]);
  };

  const read = async (url: string): Promise<Buffer | null> => {
    const known = kept.get(url);
    if (known) return known.icon;
    const icon = await fetchIcon(url);
    kept.set(url, { icon }, { ttl: icon ? goodMs : badMs });
    return icon;
  };

  return {
    read,
    async store(url) {
      const icon = await read(url);
      return icon && storeIcon(icon, store);
    },
  };
};
