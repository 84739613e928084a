import { escapeHtml } from './escape-html.ts';
import { type MailTable, tableHtml } from './table.ts';

/** What stands in a mail, as plain text: nothing of it is HTML yet. */
export interface LaidOut {
  title: string;
  before: readonly string[];
  table: MailTable | null;
  /** The button with the address that it leads to, and what stands above the address written out. */
  link: { label: string; address: string; written: string } | null;
  after: readonly string[];
  /** A small link at the very end. */
  foot: { label: string; address: string } | null;
  product: string;
}

// Mail programs know neither variables nor sheets of others: colors stand inline for light and are overruled for dark.
const dark = `
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0f0e17 !important; }
  .card { background: #171622 !important; border-color: #2a2938 !important; }
  h1, .product { color: #f3f2fa !important; }
  p { color: #bdbbd0 !important; }
  .after, .after p { color: #9694ac !important; }
  .after { border-color: #2a2938 !important; }
  .after a { color: #b9acff !important; }
  .cell { color: #bdbbd0 !important; border-color: #2a2938 !important; }
  .mark, .button, .button a { background: #6549f5 !important; }
}`;

const font = "font-family: Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const bar = (height: number, color: string): string =>
  `<span style="display: inline-block; width: 4px; height: ${height}px; margin: 0 1px; border-radius: 2px; background: ${color}; vertical-align: middle"></span>`;

const head = (product: string): string => `<table ${table}><tr>
<td class="mark" width="30" height="30" align="center" style="background: #5b3df5; border-radius: 8px; font-size: 0; line-height: 30px">${bar(9, '#b9acff')}${bar(16, '#ffffff')}${bar(9, '#b9acff')}</td>
<td class="product" style="padding-left: 10px; color: #17162b; ${font}; font-size: 17px; font-weight: 600">${escapeHtml(product)}</td>
</tr></table>`;

// A digest or an address without a gap may not make the card wider than the window.
const paragraphs = (lines: readonly string[], style: string): string =>
  lines
    .map((line) => `<p style="margin: 0 0 12px; word-break: break-word; ${style}">${escapeHtml(line)}</p>`)
    .join('\n');

const button = (label: string, address: string): string => `<table ${table} style="margin: 8px 0 24px"><tr>
<td class="button" style="background: #5b3df5; border-radius: 8px"><a href="${address}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: #5b3df5; color: #ffffff; ${font}; font-size: 15px; line-height: 20px; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></td>
</tr></table>`;

/**
 * A mail as HTML in the look of the dashboard: mark, a card of at most 560 px, one button, light and dark. It loads
 * nothing, and whatever it is given stands in it as text.
 */
export const layOut = ({ title, before, table: figures, link, after, foot, product }: LaidOut): string => {
  const body = `color: #4e4d66; ${font}; font-size: 15px; line-height: 24px`;
  const small = `color: #6a6981; ${font}; font-size: 13px; line-height: 20px`;
  const address = link && escapeHtml(link.address);
  const written =
    link && address
      ? `<p style="margin: 0 0 12px; ${small}">${escapeHtml(link.written)}<br><a href="${address}" style="color: #4c2de0; word-break: break-all">${address}</a></p>`
      : '';
  const last = foot
    ? `<p style="margin: 0; ${small}"><a href="${escapeHtml(foot.address)}" style="color: #4c2de0">${escapeHtml(foot.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark; }${dark}
</style>
</head>
<body style="margin: 0; background: #f7f7fb">
<div role="main">
<table class="ground" ${table} width="100%" style="background: #f7f7fb"><tr><td align="center" style="padding: 32px 12px">
<table ${table} width="100%" style="max-width: 560px; text-align: left">
<tr><td style="padding: 0 8px 16px">${head(product)}</td></tr>
<tr><td class="card" style="padding: 28px; border: 1px solid #e7e7f0; border-radius: 12px; background: #ffffff">
<h1 style="margin: 0 0 16px; color: #17162b; ${font}; font-size: 20px; line-height: 28px; font-weight: 600">${escapeHtml(title)}</h1>
${paragraphs(before, body)}
${figures ? tableHtml(figures, font) : ''}
${link && address ? button(link.label, address) : ''}
<div class="after" style="margin-top: 20px; padding-top: 16px; border-top: 1px solid #e7e7f0">
${written}
${paragraphs(after, small)}
${last}
</div>
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
};
