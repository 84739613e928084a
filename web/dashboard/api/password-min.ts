/** How many characters a password needs here: the server writes its setting into the page. Six are the specification's. */
export const passwordMin = Number(
  globalThis.document?.querySelector('meta[name=password-min]')?.getAttribute('content') ?? 6,
);
