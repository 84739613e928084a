import type { EpochMs } from '#contracts/time.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type GroupIdea, readGroupIdeas } from './content/group.ts';
import { demoId, demoWord } from './random.ts';

export const dayMs = 86_400_000;
/** Days of history that the demo shows before the day on which it was started. */
export const shownDays = 30;

/** How long before its start the demo lies what the id of its first step tells: it says when the demo was started. */
export const leadMs = 31.25 * dayMs;

type AppKey = 'shop' | 'news' | 'game';

/**
 * How much of the demo is made: each `every`th group, at most so many stories in each, and a share of the usual
 * traffic; `apps`: those that have groups, unless all do; `height`: pixels of a story's picture, unless the 1,920 of a story.
 */
export interface DemoSize {
  every: number;
  stories: number;
  traffic: number;
  apps?: readonly AppKey[];
  height?: number;
}
export const fullSize: DemoSize = { every: 1, stories: 100, traffic: 1 };

/** Who is in the demo account: what they are called, their part in it, and where they are found. */
export const people = {
  owner: { role: 'account_owner', firstname: 'Nora', lastname: 'Lindqvist', email: 'nora@northfold.example' },
  shopOwner: { role: 'app_owner', firstname: 'Emil', lastname: 'Strand', email: 'emil@northfold.example' },
  mediaOwner: { role: 'app_owner', firstname: 'Priya', lastname: 'Anand', email: 'priya@northfold.example' },
  creator: { role: 'story_creator', firstname: 'Mei', lastname: 'Tanaka', email: 'mei@northfold.example' },
  broadcaster: { role: 'brodcaster', firstname: 'Lucía', lastname: 'Romero', email: 'lucia@northfold.example' },
} as const;
export type PersonKey = keyof typeof people;
/** The member of staff of the demo; the address follows from the secret of the installation: see `demoStaff`. */
export const staffPerson = { firstname: 'Sam', lastname: 'Okafor' } as const;
export const personKeys = Object.keys(people) as PersonKey[];

interface AppIdea {
  key: AppKey;
  title: string;
  address: { store_id: string; store_type: 'ios' | 'android' } | { website_url: string };
  platform: 'ios' | 'android' | 'web';
  /** Who runs it day by day. */
  runs: PersonKey;
  /** Names of its instances besides the Default one. */
  instances: readonly [string, string];
  sdk: string;
  versions: readonly [string, string, string];
  groups: readonly GroupIdea[];
  /** Where its links lead. */
  site: string;
}

const appIdeas: readonly AppIdea[] = [
  {
    key: 'shop',
    title: 'Nordvik',
    address: { store_id: 'com.nordvik.shop', store_type: 'ios' },
    platform: 'ios',
    runs: 'shopOwner',
    instances: ['Product page', 'Basket'],
    sdk: '2.8.1',
    versions: ['5.2.0', '5.3.0', '5.4.0'],
    groups: readGroupIdeas('shop'),
    site: 'https://nordvik.example',
  },
  {
    key: 'news',
    title: 'The Meridian',
    address: { website_url: 'https://meridian.example' },
    platform: 'web',
    runs: 'mediaOwner',
    instances: ['Sport page', 'City page'],
    sdk: '1.0.0',
    versions: ['2026.9', '2026.10', '2026.11'],
    groups: readGroupIdeas('news'),
    site: 'https://meridian.example',
  },
  {
    key: 'game',
    title: 'Skylark Isles',
    address: { store_id: 'com.skylark.isles', store_type: 'android' },
    platform: 'android',
    runs: 'mediaOwner',
    instances: ['Lobby', 'Gem shop'],
    sdk: '2.8.0',
    versions: ['3.8.4', '3.9.0', '3.9.2'],
    groups: readGroupIdeas('game'),
    site: 'https://skylark.example',
  },
];

/** An app of the demo with its ids. */
export interface AppCast extends Omit<AppIdea, 'instances'> {
  id: string;
  /** Its instances, the Default one first. */
  places: readonly { id: string; title: string; token: string }[];
}

/** Everybody and everything of the demo by id, when it is started at a moment (unix milliseconds). */
export interface DemoCast {
  start: EpochMs;
  /** The UTC midnight on which the shown days begin. */
  begin: EpochMs;
  /** When the account was opened. */
  opened: EpochMs;
  account: string;
  people: Record<PersonKey, string>;
  apps: readonly AppCast[];
  /** Pixels of a story's picture. */
  height: number;
}

/** The cast of a demo started at `start`. Tokens follow from the secret of the installation. */
export const castOf = (
  kernel: Pick<Kernel, 'secrets'>,
  start: EpochMs,
  { every, apps, height = 1920 }: DemoSize,
): DemoCast => {
  const begin = Math.floor(start / dayMs) * dayMs - shownDays * dayMs;
  const born = begin - 2 * dayMs;
  const place = (app: string, title: string) => {
    const id = demoId(`instance:${app}:${title}`, born);
    return { id, title, token: Buffer.from(kernel.secrets.keyed('demo-instance', id), 'hex').toString('base64url') };
  };
  return {
    start,
    begin,
    opened: begin - dayMs + 8 * 3_600_000,
    account: demoAccount,
    height,
    people: Object.fromEntries(personKeys.map((key) => [key, demoId(`person:${key}`, born)])) as DemoCast['people'],
    apps: appIdeas.map(({ instances, ...app }) => ({
      ...app,
      groups: apps?.includes(app.key) === false ? [] : app.groups.filter((_, at) => at % every === 0),
      id: demoId(`app:${app.key}`, born),
      places: ['Default', ...instances].map((title) => place(app.key, title)),
    })),
  };
};

/** The password of somebody in the demo, generated from the secret of the installation: 20 letters and digits. */
export const demoPassword = (kernel: Pick<Kernel, 'secrets'>, email: string): string =>
  BigInt(`0x${kernel.secrets.keyed('demo-password', email)}`)
    .toString(36)
    .slice(-20);

/** A word that stands for a viewer of an app. */
export const viewerWord = (app: string, viewer: number): string => demoWord(`viewer:${app}:${viewer}`);
