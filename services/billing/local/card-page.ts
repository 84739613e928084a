import { fontFileName, fontWeights } from '#contracts/studio/font-files.ts';
import { cardPageWords as words } from '#contracts/words/card-page.en.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { escapeHtml } from '#kernel/mail/escape-html.ts';
import { say } from '#kernel/platform/say.ts';
import { type TestCard, testCards } from './test-cards.ts';

/** The style of the page of test cards; light and dark follow the system. */
export const cardPageCss = `${fontWeights
  .map(
    (weight) => `@font-face { font-family: Inter; font-weight: ${weight}; font-display: swap;
  src: url(/sdk/v1/fonts/${fontFileName('inter', 'latin', weight)}) format("woff2"); }
`,
  )
  .join(
    '',
  )}:root { color-scheme: light dark; --ground: light-dark(#f7f7fb, #0f0e17); --paper: light-dark(#fff, #171622);
  --line: light-dark(#e7e7f0, #2a2938); --field: light-dark(#8c8ca3, #747389); --text: light-dark(#17162b, #f3f2fa);
  --soft: light-dark(#4e4d66, #bdbbd0); --fill: light-dark(#5b3df5, #6549f5); --hover: light-dark(#4a2be0, #7459ff);
  --note: light-dark(#fef3dc, #3a2a0e); --note-text: light-dark(#8a4b06, #f8c568); --link: light-dark(#4c2de0, #b9acff);
  --wrong: light-dark(#b31d34, #ff94a3); --wrong-line: light-dark(#cf2a41, #f4687c); }
* { box-sizing: border-box; }
body { margin: 0; padding: 48px 16px; background: var(--ground); color: var(--text);
  font: 14px/20px Inter, system-ui, sans-serif; }
header { display: flex; align-items: center; justify-content: center; gap: 10px; margin-bottom: 24px; font-size: 17px; font-weight: 600; }
main { max-width: 468px; margin: 0 auto; padding: 24px; border: 1px solid var(--line); border-radius: 16px; background: var(--paper); }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.02em; }
p { margin: 0 0 16px; color: var(--soft); }
.mode { padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--note-text); font-weight: 500; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 16px; margin: 0 0 20px; border: 1px solid var(--line); border-radius: 12px; padding: 4px 16px; }
dt, dd { margin: 0; padding: 10px 0; }
dt { font-variant-numeric: tabular-nums; font-weight: 500; white-space: nowrap; }
dd { color: var(--soft); text-align: right; }
label { display: block; margin-bottom: 6px; font-weight: 500; }
input { width: 100%; height: 44px; padding: 0 12px; border: 1px solid var(--field); border-radius: 8px; background: var(--paper);
  color: var(--text); font: inherit; font-size: 16px; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--wrong-line); }
.wrong { margin: 6px 0 0; color: var(--wrong); }
.acts { display: flex; flex-wrap: wrap; gap: 12px 16px; align-items: center; justify-content: space-between; margin-top: 20px; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; background: var(--fill); color: #fff; font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: var(--hover); }
a { display: inline-flex; align-items: center; min-height: 44px; color: var(--link); }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

const text = (phrase: Phrase): string => escapeHtml(say(phrase));

const mark = `<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="#5b3df5"/><g fill="#fff"><rect x="6.5" y="9.5" width="3.6" height="9" rx="1.8" opacity=".55"/><rect x="11.6" y="6" width="4.8" height="16" rx="2.2"/><rect x="17.9" y="9.5" width="3.6" height="9" rx="1.8" opacity=".55"/></g></svg>`;

const page = (inside: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(words.pageTitle)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pay/card.css">
</head>
<body>
<header>${mark}${text(words.product)}</header>
<main>
${inside}
</main>
</body>
</html>
`;

const called: Record<TestCard['name'], Phrase> = {
  works: words.works,
  declined: words.declined,
  failsLater: words.failsLater,
};
const inFours = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** The page on which a test card is entered. It never repeats what was entered; `refused` says that it was none of the cards. */
export const cardPage = ({ back, refused }: { back: string; refused: boolean }): string =>
  page(`<h1>${text(words.title)}</h1>
<p class="mode">${text(words.testMode)}</p>
<p>${text(words.intro)}</p>
<dl>
${testCards.map(({ number, name }) => `<dt>${inFours(number)}</dt><dd>${text(called[name])}</dd>`).join('\n')}
</dl>
<form method="post" autocomplete="off">
<label for="number">${text(words.number)}</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="40" required autofocus${
    refused ? ' aria-invalid="true" aria-describedby="wrong"' : ''
  }>
${refused ? `<p class="wrong" id="wrong" role="alert">${text(words.refused)}</p>` : ''}
<div class="acts">
<a href="${escapeHtml(back)}">${text(words.back)}</a>
<button>${text(words.add)}</button>
</div>
</form>`);

/** What stands in its place once a card was entered; `refused` says that the one sent after it was not kept. */
export const usedCardPage = ({ back, refused }: { back: string; refused: boolean }): string =>
  page(`<h1>${text(words.usedTitle)}</h1>
<p${refused ? ' class="wrong" role="alert"' : ''}>${text(refused ? words.usedRefused : words.used)}</p>
<a href="${escapeHtml(back)}">${text(words.backFromUsed)}</a>`);

/** What stands in its place once it has expired, or where there never was one. */
export const expiredCardPage = (): string =>
  page(`<h1>${text(words.expiredTitle)}</h1>
<p>${text(subscriptionWords.cardSessionEnded)}</p>
<a href="/settings/payment">${text(words.toBilling)}</a>`);
