/** A kind of file that can be uploaded: what it is served as and the end of its name. */
export interface MediaType {
  kind: 'image' | 'video';
  mime: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'video/mp4' | 'video/quicktime' | 'video/webm';
  extension: 'jpg' | 'png' | 'webp' | 'gif' | 'mp4' | 'mov' | 'webm';
}

const jpeg: MediaType = { kind: 'image', mime: 'image/jpeg', extension: 'jpg' };
const png: MediaType = { kind: 'image', mime: 'image/png', extension: 'png' };
const webp: MediaType = { kind: 'image', mime: 'image/webp', extension: 'webp' };
const gif: MediaType = { kind: 'image', mime: 'image/gif', extension: 'gif' };
const mp4: MediaType = { kind: 'video', mime: 'video/mp4', extension: 'mp4' };
const mov: MediaType = { kind: 'video', mime: 'video/quicktime', extension: 'mov' };
const webm: MediaType = { kind: 'video', mime: 'video/webm', extension: 'webm' };

/** The ends of the names of files that everybody may see. */
export const mediaExtensions: readonly string[] = [jpeg, png, webp, gif, mp4, mov, webm].map((type) => type.extension);

const mp4Brand = /^(?:iso[m2-9]|mp4[12v]|avc1|M4V[HP ]|MSNV|dash|mmp4|f4v |3g[p2].)$/;

/** How many bytes of a file's head `mediaTypeOf` wants to see. */
export const headBytes = 64;

/** What a file is by its first bytes, whatever its name says; null for everything that is not accepted. */
export const mediaTypeOf = (head: Buffer): MediaType | null => {
  const latin = head.toString('latin1', 0, headBytes);
  if (latin.startsWith('\xff\xd8\xff')) return jpeg;
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return png;
  if (/^GIF8[79]a/.test(latin)) return gif;
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return webp;
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return latin.includes('webm') ? webm : null;
  const box = latin.slice(4, 8);
  if (box === 'ftyp') {
    const brand = latin.slice(8, 12);
    if (brand === 'qt  ') return mov;
    return mp4Brand.test(brand) ? mp4 : null;
  }
  // QuickTime files older than brands begin with one of these boxes.
  return box === 'moov' || box === 'mdat' || box === 'wide' ? mov : null;
};
