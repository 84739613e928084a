/** Schemes that run code, read what is on the device or reach into another app's insides: no link of a story or an app may have one. */
export const refusedSchemes: readonly string[] = [
  'about',
  'blob',
  'chrome',
  'content',
  'data',
  'file',
  'filesystem',
  'intent',
  'jar',
  'javascript',
  'resource',
  'vbscript',
  'view-source',
  'ws',
  'wss',
];

/** The scheme that an address starts with, in lower case and without its colon; null when it starts with none. */
export const schemeOf = (address: string): string | null =>
  /^[a-z][a-z0-9+.-]*(?=:)/i.exec(address)?.[0].toLowerCase() ?? null;

/** Whether an address starts with a scheme that may open an app. */
export const mayOpen = (address: string): boolean => {
  const scheme = schemeOf(address);
  return scheme !== null && !refusedSchemes.includes(scheme);
};
