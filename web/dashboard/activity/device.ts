import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';

const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['Windows', /Windows/],
  ['iOS', /iPhone|iPod/],
  ['iPadOS', /iPad/],
  ['Android', /Android/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /Linux|X11/],
];

const named = (list: readonly [string, RegExp][], text: string) => list.find(([, sign]) => sign.test(text))?.[0];

/** The device that a browser names itself by, such as 'Chrome on macOS'; what is no browser is its own name. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [named(browsers, userAgent), named(systems, userAgent)];
  if (browser && system) return t(activityWords.browserOnSystem, { browser, system });
  return browser ?? system ?? userAgent.split(/[\s/(]/)[0] ?? userAgent;
}
