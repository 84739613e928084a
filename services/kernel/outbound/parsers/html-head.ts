import { Parser } from 'htmlparser2';
import { cleanLine } from './page-title.ts';

/** What the head of a page says of its site. */
export interface SiteHead {
  title: string | null;
  /** Addresses of pictures that stand for the site, best first, as written. */
  icons: string[];
}

/** What is kept of a title while it is read. */
const longestText = 4000;
const mostIcons = 20;
/** Elements open at once; where there are more there is no head any longer, and each costs the next ones time. */
const deepest = 500;
/** Elements whose content is no page text; a drawing may hold a title of its own. */
const skipped = new Set(['script', 'style', 'svg', 'noscript', 'template', 'textarea']);

type Attributes = Readonly<Record<string, string>>;

/** Reads title and icons from the beginning of a page in one pass, without running anything. */
export const readHead = (html: string): SiteHead => {
  let siteName: string | null = null;
  let title: string | null = null;
  let reading: string | null = null;
  let inside = 0;
  let depth = 0;
  let over = false;
  const icons: { href: string; rank: number }[] = [];

  const meta = (tag: Attributes): void => {
    if ((tag.property ?? tag.name)?.toLowerCase() === 'og:site_name') siteName ??= cleanLine(tag.content ?? '');
  };
  const link = ({ rel = '', href = '' }: Attributes): void => {
    const kinds = rel.slice(0, longestText).toLowerCase().split(/\s+/);
    const rank = kinds.includes('apple-touch-icon') ? 0 : kinds.includes('icon') ? 1 : null;
    const address = href.trim();
    if (address && rank !== null && icons.length < mostIcons) icons.push({ href: address, rank });
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > deepest) over = true;
      if (skipped.has(name)) inside += 1;
      if (over || inside > 0) return;
      if (name === 'title') reading ??= '';
      else if (name === 'meta') meta(attributes);
      else if (name === 'link') link(attributes);
      else if (name === 'body') over = siteName !== null || title !== null;
    },
    ontext(piece) {
      if (reading !== null && inside === 0 && reading.length < longestText) reading += piece.slice(0, longestText);
    },
    onclosetag(name) {
      depth -= 1;
      if (skipped.has(name)) inside = Math.max(0, inside - 1);
      if (name !== 'title' || inside > 0 || reading === null) return;
      title ??= cleanLine(reading);
      reading = null;
    },
  });
  // In pieces, so that nothing is read past the head once it is known.
  for (let at = 0; at < html.length && !over; at += 4096) parser.write(html.slice(at, at + 4096));
  parser.end();
  icons.sort((a, b) => a.rank - b.rank);
  return { title: siteName ?? title, icons: icons.map(({ href }) => href) };
};

/** A page as it came: its bytes, and the content type that was told. */
export interface PageBytes {
  body: Uint8Array;
  contentType: string;
}

/** The text of a page by the coding that its answer or its first 2 KB tell; UTF-8 without one. */
export const pageText = ({ body, contentType }: PageBytes): string => {
  const told = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1');
  const charset = told.exec(contentType.slice(0, 200))?.[1] ?? told.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};

/** Title and icons of a page from its bytes. */
export const siteHead = (page: PageBytes): SiteHead => readHead(pageText(page));
