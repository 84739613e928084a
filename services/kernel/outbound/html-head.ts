/** What the head of a page says of its site. */
export interface SiteHead {
  title: string | null;
  /** Addresses of pictures that stand for the site, best first, as written. */
  icons: string[];
}

const longestTag = 4000;
const longestTitle = 100;
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  middot: '·',
  bull: '•',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  aring: 'å',
  Aring: 'Å',
  aelig: 'æ',
  oslash: 'ø',
  Oslash: 'Ø',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  ccedil: 'ç',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  pound: '£',
  euro: '€',
};

const codePoint = (value: number): string =>
  value > 0 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff) ? String.fromCodePoint(value) : '';

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (decimal) return codePoint(Number.parseInt(decimal, 10));
    if (hex) return codePoint(Number.parseInt(hex, 16));
    return Object.hasOwn(named, name) ? named[name]! : whole;
  });

/** A text of a page as a title: entities decoded, no control or invisible characters, one line, at most 100 code points. */
export const pageTitle = (raw: string): string | null => {
  const line = decodeEntities(raw)
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '')
    .normalize('NFC')
    .trim();
  return [...line].slice(0, longestTitle).join('').trim() || null;
};

const attributes = (tag: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [, name, double, single, bare] of tag.matchAll(
    /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g,
  )) {
    const key = name!.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? '').trim());
  }
  return found;
};

/** Where a tag ends: the first `>` outside quotes, within a bound. */
const tagEnd = (html: string, from: number): number => {
  let quote = '';
  for (let at = from; at < html.length && at < from + longestTag; at += 1) {
    const sign = html[at]!;
    if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return html.indexOf('>', from);
};

/** Elements whose content is no page text; a drawing may hold a title of its own. */
const skipped = new Set(['script', 'style', 'svg', 'noscript', 'template', 'textarea']);

/** Reads title and icons from the beginning of a page in one pass, without running anything. */
export const readHead = (html: string): SiteHead => {
  // Only A to Z, so that places in both texts stay the same.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let siteName: string | null = null;
  let title: string | null = null;
  const icons: { href: string; rank: number }[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const name = /^[a-z]{1,10}(?![a-z0-9-])/.exec(lower.slice(open + 1, open + 12))?.[0];
    if (!name) {
      at = open + 1;
      continue;
    }
    const end = tagEnd(html, open);
    if (end < 0) break;
    at = end + 1;
    if (name === 'title' || skipped.has(name)) {
      const close = lower.indexOf(`</${name}`, at);
      if (name === 'title') title ??= pageTitle(html.slice(at, close < 0 ? at + longestTag : close));
      if (close < 0) break;
      at = close + name.length + 2;
    } else if (name === 'meta') {
      const tag = attributes(html.slice(open + 5, end));
      if ((tag.get('property') ?? tag.get('name'))?.toLowerCase() === 'og:site_name')
        siteName ??= pageTitle(tag.get('content') ?? '');
    } else if (name === 'link') {
      const tag = attributes(html.slice(open + 5, end));
      const rel = (tag.get('rel') ?? '').toLowerCase().split(/\s+/);
      const href = tag.get('href');
      const rank = rel.includes('apple-touch-icon') ? 0 : rel.includes('icon') ? 1 : null;
      if (href && rank !== null && icons.length < 20) icons.push({ href, rank });
    } else if (name === 'body' && (siteName || title)) break;
  }
  icons.sort((a, b) => a.rank - b.rank);
  return { title: siteName ?? title, icons: icons.map(({ href }) => href) };
};
