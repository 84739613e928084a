import { rm, stat } from 'node:fs/promises';
import type { StoredMedia } from '#contracts/api/media.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import type { Kernel } from '../kernel.ts';
import { storeUnreferenced } from './media-use.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}
/** Of a story that fills a phone. */
const fullSize: Size = { width: 1080, height: 1920 };

/**
 * Draws a picture of one color (`#rrggbb`), 1080 × 1920 px unless told otherwise, and notes it as an upload of the
 * account; answers its address. The same color and size are the same file.
 */
export const storePlainPicture = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'files' | 'now'>,
  accountId: string,
  color: string,
  { width, height }: Size = fullSize,
): Promise<string> => {
  const { files, db, now, config } = kernel;
  const path = files.temporaryPath();
  try {
    // Read when it is needed: a process that only delivers draws nothing.
    const { default: sharp } = await import('sharp');
    const drawn = sharp({ create: { width, height, channels: 3, background: color } });
    await drawn.png({ palette: true, colours: 2 }).toFile(path);
    const { size: bytes } = await stat(path);
    const key = await storeUnreferenced(kernel, path, 'png');
    const media: StoredMedia = {
      key,
      mime_type: 'image/png',
      width,
      height,
      duration_ms: null,
      bytes,
      thumbnail: null,
    };
    await db.query
      .insertInto('upload')
      .values({ account_id: accountId, ...media, created_at: new Date(now()), uploaded_by: [], drawn: true })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
      .execute();
    return config.MEDIA_URL + mediaPath(key);
  } finally {
    await rm(path, { force: true });
  }
};
