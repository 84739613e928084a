import { toEpochMs } from '#contracts/time.ts';
import { escapeHtml } from './escape-html.ts';
import type { KeptEntry } from './outbox.ts';

/** The style of the outbox page; light and dark follow the system. */
export const outboxCss = `:root { color-scheme: light dark; --line: light-dark(#e4e4ea, #34343c); --soft: light-dark(#5d5d6b, #a8a8b5);
  --paper: light-dark(#fff, #1d1d22); --ground: light-dark(#f5f5f8, #141417); --link: light-dark(#4338ca, #a5b4fc); }
body { margin: 0; padding: 40px 16px; background: var(--ground); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 680px; margin: 0 auto; }
h1 { font-size: 24px; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 0 0 2px; overflow-wrap: anywhere; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 16px 0; }
.soft { color: var(--soft); margin: 0; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 14px 0 0; }
.view { margin: 14px 0 0; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
`;

const linked = (text: string, links: readonly string[]): string => {
  let html = escapeHtml(text);
  for (const link of links)
    html = html.replaceAll(escapeHtml(link), `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`);
  return html;
};

const fileLinks = ({ name, attachments = [] }: Pick<KeptEntry, 'name' | 'attachments'>): string =>
  attachments
    .map(({ name: file }, index) => {
      const address = `/dev/outbox/${encodeURIComponent(name)}/${index}`;
      return `<p class="view"><a href="${address}">Attached: ${escapeHtml(file)}</a></p>`;
    })
    .join('\n');

const article = ({ name, to, subject, text, html, links, code, ts, attachments = [] }: KeptEntry): string => {
  const moment = new Date(toEpochMs(ts)).toISOString();
  return `<article>
<h2>${escapeHtml(subject ?? code ?? 'Text message')}</h2>
<p class="soft">To ${escapeHtml(to)} · <time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time></p>
<div class="text">${linked(text, links)}</div>
${html ? `<p class="view"><a href="/dev/outbox/${encodeURIComponent(name)}">View as sent</a></p>` : ''}
${fileLinks({ name, attachments })}
</article>`;
};

/** The outbox as a page, without inline script or style. */
export const outboxPage = (entries: readonly KeptEntry[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local outbox · Storyrail</title>
<link rel="stylesheet" href="/dev/outbox.css">
</head>
<body>
<main>
<h1>Local outbox</h1>
<p class="soft">Emails and text messages that nothing is set up to send arrive here, newest first. Reload to see new ones.</p>
${entries.length === 0 ? '<article><p class="soft">Nothing sent yet.</p></article>' : entries.map(article).join('\n')}
</main>
</body>
</html>
`;
