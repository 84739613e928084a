import { refusedSchemes } from '#contracts/api/schemes.ts';
import type { Story } from './protocol.ts';

const refused = new Set(refusedSchemes.map((scheme) => `${scheme}:`));

/** Parses an address and gives it back normalised, or null when it is not absolute or its scheme could run code. */
export function safeAddress(address: string | null | undefined, web = false): string | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    const allowed = web ? url.protocol === 'http:' || url.protocol === 'https:' : !refused.has(url.protocol);
    return allowed ? url.href : null;
  } catch {
    return null;
  }
}

/** Where a story leads: its out-link (new tab) before its deep link (same tab), null when neither is safe. */
export function storyLink(story: Pick<Story, 'outlink' | 'deep_link'>): { url: string; newTab: boolean } | null {
  const out = safeAddress(story.outlink, true);
  if (out) return { url: out, newTab: true };
  const deep = safeAddress(story.deep_link);
  return deep ? { url: deep, newTab: false } : null;
}
