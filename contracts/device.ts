import { deviceWords } from './words/device.en.ts';
import { fill, type Phrase } from './words/phrase.ts';

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

const longestName = 40;

const systemOf = (userAgent: string) => systems.find(([, sign]) => sign.test(userAgent))?.[0];

/** The device that a browser names itself by, such as 'Chrome on macOS'; what is no browser is its own name. */
export const devicePhrase = (userAgent: string | null): Phrase => {
  if (!userAgent) return deviceWords.unknown;
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = systemOf(userAgent);
  if (browser && system) return fill(deviceWords.browserOnSystem, { browser, system });
  if (browser) return fill(deviceWords.browser, { browser });
  if (system) return fill(deviceWords.system, { system });
  const name = userAgent.split(/[\s/(]/, 1)[0]?.slice(0, longestName);
  return name ? fill(deviceWords.program, { name }) : deviceWords.unknown;
};

/** What kinds of devices there are, by the picture that stands for them. */
export const deviceKinds = ['computer', 'phone', 'tablet', 'program'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** The kind of a device by what its browser says of itself. */
export const deviceKindOf = (userAgent: string | null): DeviceKind => {
  const system = systemOf(userAgent ?? '');
  if (!system) return 'program';
  if (system === 'ipados') return 'tablet';
  if (system === 'android') return /\bMobile\b/.test(userAgent ?? '') ? 'phone' : 'tablet';
  return system === 'ios' ? 'phone' : 'computer';
};
