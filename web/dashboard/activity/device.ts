import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';

const browsers = [
  ['edge', /\bEdg(A|iOS)?\//],
  ['opera', /\bOPR\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /(Chrome|CriOS)\//],
  ['safari', /\bSafari\//],
] as const;

const systems = [
  ['windows', /Windows/],
  ['ios', /iPhone|iPod/],
  ['ipados', /iPad/],
  ['android', /Android/],
  ['macos', /Mac OS X|Macintosh/],
  ['chromeos', /\bCrOS\b/],
  ['linux', /Linux|X11/],
] as const;

/** The device that a browser names itself by, such as 'Chrome on macOS'; what is no browser is its own name. */
export function deviceOf(userAgent: string): string {
  const [browser] = browsers.find(([, sign]) => sign.test(userAgent)) ?? [];
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? [];
  const names = {
    browser: browser && t(activityWords.browserName, { browser }),
    system: system && t(activityWords.systemName, { system }),
  };
  if (names.browser && names.system) return t(activityWords.browserOnSystem, names);
  return names.browser ?? names.system ?? userAgent.split(/[\s/(]/)[0] ?? userAgent;
}
