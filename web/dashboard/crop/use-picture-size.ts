import { useEffect, useState } from 'react';
import type { PictureSize } from '#contracts/story-group/fit.ts';
import { loadPicture } from './draw-part.ts';

/** The size of a picture or video: as it was stored, before that as the browser reads the picture; null until then. */
export function usePictureSize(
  url: string | null,
  stored: { width: number | null; height: number | null } | null,
): PictureSize | null {
  const [read, setRead] = useState<(PictureSize & { url: string }) | null>(null);
  const wanted = stored === null ? url : null;
  useEffect(() => {
    if (wanted === null) return;
    let left = false;
    loadPicture(wanted).then(
      ({ naturalWidth: width, naturalHeight: height }) => left || setRead({ url: wanted, width, height }),
      // What cannot be read is refused when it is uploaded.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [wanted]);
  if (stored) return stored.width && stored.height ? { width: stored.width, height: stored.height } : null;
  return read && read.url === url ? read : null;
}
