import { parseArgs } from 'node:util';

/** The scenarios, each a file of this folder, in the order in which all of them run. */
export const scenarioNames = [
  'delivery-warm',
  'delivery-304',
  'ingest-steady',
  'ingest-burst',
  'ingest-noisy',
  'stats',
  'dashboard',
  'commands',
  'mixed-day',
  'delivery-cold',
  'limits',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** What somebody asks to be run. */
export interface LoadRequest {
  names: ScenarioName[];
  /** Seconds of load, 2 to 600. */
  seconds: number;
  /** Times the rates that the scenarios name. */
  scale: number;
  smoke: boolean;
  /** A product that runs already, and the file that says who may be asked for; null: one of our own. */
  aim: { url: string; tokens: string } | null;
}

/** Something about the arguments that somebody can put right. */
export class RequestUnclear extends Error {
  override name = 'RequestUnclear';
}

const longest = 600;
const shortest = 2;

/** Seconds of `45`, `45s` or `2m`. Throws RequestUnclear. */
export const readSeconds = (text: string): number => {
  const [, digits, unit] = /^(\d+)(s|m)?$/.exec(text) ?? [];
  const seconds = Number(digits) * (unit === 'm' ? 60 : 1);
  if (!(seconds >= shortest && seconds <= longest))
    throw new RequestUnclear(`--duration ${text}: a load runs from ${shortest} seconds to ${longest / 60} minutes.`);
  return seconds;
};

const readScale = (text: string): number => {
  const scale = Number(text);
  if (!(scale >= 0.01 && scale <= 20)) throw new RequestUnclear(`--scale ${text}: rates are scaled by 0.01 to 20.`);
  return scale;
};

const readAim = (url: string | undefined, tokens: string | undefined): LoadRequest['aim'] => {
  if (!url && !tokens) return null;
  if (!url || !tokens) throw new RequestUnclear('--url and --tokens belong together.');
  if (!/^https?:\/\//.test(url)) throw new RequestUnclear(`--url ${url}: an address begins with http:// or https://.`);
  return { url: url.replace(/\/+$/, ''), tokens };
};

const isName = (name: string): name is ScenarioName => (scenarioNames as readonly string[]).includes(name);

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        smoke: { type: 'boolean', default: false },
        duration: { type: 'string' },
        scale: { type: 'string' },
        url: { type: 'string' },
        tokens: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new RequestUnclear((error as Error).message);
  }
};

/** What the arguments of npm run loadtest ask for. Throws RequestUnclear. */
export const readRequest = (args: readonly string[]): LoadRequest => {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((name) => !isName(name));
  if (unknown.length > 0)
    throw new RequestUnclear(`There is no scenario ${unknown.join(', ')}; there are ${scenarioNames.join(', ')}.`);
  const { smoke } = values;
  return {
    names: scenarioNames.filter((name) => positionals.length === 0 || positionals.includes(name)),
    seconds: readSeconds(values.duration ?? (smoke ? '4' : '60')),
    scale: readScale(values.scale ?? (smoke ? '0.05' : '1')),
    smoke,
    aim: readAim(values.url, values.tokens),
  };
};
