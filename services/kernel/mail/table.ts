import { escapeHtml } from './escape-html.ts';

/** Figures in a mail, as plain text: a line of heads, one of all together, and the rest; the first cell of each is its name. */
export interface MailTable {
  head: readonly string[];
  total: readonly string[];
  rows: readonly (readonly string[])[];
  /** What is said below it. */
  note: string;
  /** What stands in its place where a mail is read as text. */
  text: readonly string[];
}

const cell = (tag: 'th' | 'td', index: number, value: string, style: string, scope = ''): string =>
  `<${tag}${scope} align="${index === 0 ? 'left' : 'right'}" class="cell" style="padding: 8px ${index === 0 ? '8px 8px 0' : '0 8px 8px'}; border-bottom: 1px solid #e7e7f0; ${index === 0 ? 'word-break: break-word' : 'white-space: nowrap'}; ${style}">${escapeHtml(value)}</${tag}>`;

/** A table of figures as HTML; what it is given stands in it as text. */
export const tableHtml = ({ head, total, rows, note }: MailTable, font: string): string => {
  const small = `color: #6a6981; ${font}; font-size: 12px; line-height: 16px; font-weight: 500`;
  const plain = `color: #4e4d66; ${font}; font-size: 13px; line-height: 20px; font-weight: 400`;
  const strong = `color: #17162b; ${font}; font-size: 13px; line-height: 20px; font-weight: 600`;
  const line = (values: readonly string[], style: string): string =>
    `<tr>${values.map((value, index) => cell(index === 0 ? 'th' : 'td', index, value, style, index === 0 ? ' scope="row"' : '')).join('')}</tr>`;
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin: 4px 0 8px">
<thead><tr>${head.map((value, index) => cell('th', index, value, small, ' scope="col"')).join('')}</tr></thead>
<tbody>
${[line(total, strong), ...rows.map((values) => line(values, plain))].join('\n')}
</tbody>
</table>
<p style="margin: 0 0 16px; color: #6a6981; ${font}; font-size: 13px; line-height: 20px">${escapeHtml(note)}</p>`;
};
