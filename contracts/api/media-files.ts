/** The path under which a file of the store is served. */
export const mediaPath = (key: string): string => `/media/${key}`;

/** The key in the address of an upload, or null when the address is none of ours. Recognised by path, on any host. */
export const mediaKeyOf = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#\s]+)?\/media\/([0-9a-f]{64}\.[a-z0-9]{2,4})$/.exec(url)?.[1] ?? null;

export const coverTypes = ['image/jpeg', 'image/png'] as const;
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
