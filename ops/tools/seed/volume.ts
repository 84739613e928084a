import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { initialState } from '#contracts/stream.ts';
import { toSeconds } from '#contracts/time.ts';
import { type CommandContext, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** How much to make: apps, instances of each, groups of each instance, stories of each group. */
export interface Volume {
  apps: number;
  instances: number;
  groups: number;
  stories: number;
}

/** The account to seed, and the pictures that its groups and stories share. */
export interface SeedOwner {
  account_id: string;
  user_id: string;
  cover: string;
  pictures: readonly StoredMedia[];
}

/** Ids of what was made; the instances with the ids of their groups. */
export interface SeededVolume {
  apps: string[];
  instances: { app_id: string; id: string; groups: string[] }[];
}

/** A transaction of this many groups lasts some 50 ms: readers of the log are never held back for long. */
const perTransaction = 5;

const seasons = ['Spring', 'Summer', 'Autumn', 'Winter', 'Weekend', 'Members', 'City', 'Coast', 'Night', 'Holiday'];
const matters = ['Edit', 'Sale', 'News', 'Looks', 'Guide', 'Offers', 'Stories', 'Picks', 'Drop', 'Table'];
const things = ['Coats', 'Knitwear', 'Boots', 'Scarves', 'Lamps', 'Chairs', 'Bread', 'Coffee', 'Maps', 'Bags'];
const places = ['Home', 'Shop', 'Search', 'Cart', 'Profile', 'Offers', 'Inbox', 'Map', 'Help', 'Start'];

const storyAdded = (ground: SeedOwner, at: number, index: number): StoryrailEvent => {
  const story: StoryState = {
    id: uuidv7(),
    title: `${things[index % things.length]} ${index + 1}`,
    type: 1,
    status: index % 7 === 6 ? 2 : 1,
    user_id: ground.user_id,
    media: ground.pictures[index % ground.pictures.length]!,
    thumbnail: null,
    button_text: index % 3 === 0 ? 'Shop now' : '',
    outlink: index % 3 === 0 ? 'https://marlow.example/shop' : '',
    deep_link: '',
    studio: null,
    conditions: null,
    ts_start: null,
    ts_end: null,
    ts_created: at,
    ts_updated: at,
  };
  return { type: 'StoryAdded', data: { story } };
};

const groupEvents = (
  ground: SeedOwner,
  place: { app_id: string; instance_id: string },
  number: number,
  stories: number,
  at: number,
): StoryrailEvent[] => [
  {
    type: 'StoryGroupCreated',
    data: {
      ...place,
      account_id: ground.account_id,
      user_id: ground.user_id,
      type: 'manual',
      status: number % 4 === 3 ? groupStatus.inactive : groupStatus.active,
      title: `${seasons[number % seasons.length]} ${matters[Math.floor(number / seasons.length) % matters.length]} ${number + 1}`,
      icon: ground.cover,
      ts_start: at,
      ts_end: number % 5 === 0 ? at + (30 + (number % 60)) * 86_400 : null,
      segments: number % 6 === 0 ? [['vip', 'gold']] : [],
      target_cap: null,
      click_target_cap: null,
      cta_macro: null,
      settings: {
        app_version_targeting: null,
        thematic_icons: null,
        description: '',
        is_unpublished: false,
        is_mobile: false,
      },
    },
  },
  ...Array.from({ length: stories }, (_, index) => storyAdded(ground, at, index)),
];

const appEvents = (ground: SeedOwner, number: number, instances: readonly string[]): StoryrailEvent[] => {
  const token = () => randomBytes(24).toString('base64url');
  const [first, ...more] = instances;
  return [
    {
      type: 'AppAdded',
      data: {
        account_id: ground.account_id,
        title: `Marlow ${number + 1}`,
        store_type: number % 2 ? 'ios' : 'android',
        store_id: `com.marlow.app${number + 1}.${randomBytes(4).toString('hex')}`,
        website_url: null,
        icon: null,
        instance: { id: first!, title: 'Default', token: token() },
      },
    },
    ...more.map(
      (instance_id, index): StoryrailEvent => ({
        type: 'InstanceAdded',
        data: {
          instance_id,
          title: `${places[index % places.length]}${index < places.length ? '' : ` ${index}`}`,
          token: token(),
        },
      }),
    ),
  ];
};

/** Appends the first events of new streams in one transaction: the log and the catalog get them as from any command. */
const begin = (kernel: Kernel, context: CommandContext, streams: readonly (readonly [string, StoryrailEvent[]])[]) =>
  runCommand(kernel, context, async (trx) => {
    for (const [stream, events] of streams)
      await save(trx, { stream, state: initialState(stream), version: 0 }, events);
    return { status: 200, data: null };
  });

/** Runs `work` for the numbers below `count`, `most` at a time. */
const inParallel = async (most: number, count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: most }, lane));
};

/**
 * Fills an account with apps, instances, groups and stories by real events, in short transactions, the groups of an
 * instance in one or two; `tell` hears how many groups are there.
 */
export const seedVolume = async (
  kernel: Kernel,
  ground: SeedOwner,
  volume: Volume,
  tell: (groups: number) => void = () => {},
): Promise<SeededVolume> => {
  const context = (): CommandContext => ({
    ...systemContext(kernel.now(), ground.account_id),
    actor: { type: 'user', id: ground.user_id },
  });
  const at = toSeconds(kernel.now());
  const seeded: SeededVolume = { apps: [], instances: [] };
  let groupsMade = 0;
  const seedInstance = async (app_id: string, instance_id: string, from: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let made = 0; made < volume.groups; made += perTransaction) {
      const numbers = Array.from({ length: Math.min(perTransaction, volume.groups - made) }, (_, i) => from + made + i);
      const streams = numbers.map((number) => {
        const id = uuidv7();
        ids.push(id);
        const events = groupEvents(ground, { app_id, instance_id }, number, volume.stories, at);
        return [`storyGroup-${id}`, events] as const;
      });
      await begin(kernel, context(), streams);
    }
    groupsMade += volume.groups;
    tell(groupsMade);
    return ids;
  };
  await inParallel(4, volume.apps, async (number) => {
    const app_id = uuidv7();
    const instances = Array.from({ length: volume.instances }, () => uuidv7());
    await begin(kernel, context(), [[`app-${app_id}`, appEvents(ground, number, instances)]]);
    seeded.apps.push(app_id);
    for (const [place, id] of instances.entries()) {
      const first = (number * volume.instances + place) * volume.groups;
      seeded.instances.push({ app_id, id, groups: await seedInstance(app_id, id, first) });
    }
  });
  return seeded;
};
