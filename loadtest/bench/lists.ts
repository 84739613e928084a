import { writeFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Harness } from '#ops/testing/harness.ts';
import { createViewerLists } from '#projections/delivery/viewer-lists.ts';
import { storeViewerList } from '#services/media/store.ts';
import { alternate, type Benchmark, type Measured, type RunSize, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

const mostMb = 16;
const mostNs = 1000;
const noiseMb = 0.05;
const instance = 'an instance';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes that are held, of the heap and beside it, once so many collections have found nothing more than noise. */
const heldMb = async (collections: number): Promise<number> => {
  for (let least = Infinity, still = 0; ; ) {
    collect();
    await turn();
    const { heapUsed, external } = process.memoryUsage();
    const held = (heapUsed + external) / 1e6;
    still = held < least - noiseMb ? 0 : still + 1;
    least = Math.min(least, held);
    if (still === collections) return least;
  }
};

/** Ids as they come with requests: texts that nobody has looked at before. */
const received = (ids: readonly string[]): string[] => ids.map((id) => Buffer.from(id).toString('utf8'));

/** Ids to ask for, every other one in a list of `count`. */
const askedFor = (count: number, asks: number): string[] =>
  received(
    Array.from({ length: asks }, (_, place) =>
      place % 2 ? `stranger-${place}` : `viewer-${Math.floor(Math.random() * count)}`,
    ),
  );

/** A list of so many viewers as an upload makes it; answers its keys. */
const upload = async (h: Harness, ids: readonly string[]) => {
  const { files } = h.kernel;
  const person = await h.person();
  const [csv, made] = [files.temporaryPath(), files.temporaryPath()];
  await writeFile(csv, `${ids.join('\n')}\n`);
  const found = { received: csv, fresh: () => made };
  const media = await storeViewerList(h.kernel, person, found, new AbortController().signal, null);
  if (media.count !== ids.length) throw new Error(`${media.count} of ${ids.length} viewers are in the list`);
  return { path: media.key, list: media.thumbnail! };
};

const within = (value: number, most: number, unit: string): string =>
  `${value.toPrecision(3)} ${unit}, goal ${most} ${unit}: ${value <= most ? 'met' : 'missed'}`;

const measure = async (h: Harness, size: RunSize): Promise<Measured[]> => {
  // Fewer take less memory than chance.
  const count = scaled(1_000_000, size, 20_000);
  const asks = scaled(1_000_000, size, 1000);
  const collections = size.cold ? 2 : 5;
  const words = count.toLocaleString('en-US');
  const ids = Array.from({ length: count }, (_, place) => `viewer-${place}`);
  const keys = [await upload(h, ids)];
  const { list } = keys[0]!;
  const before = await heldMb(collections);
  const lists = createViewerLists(h.kernel);
  await lists.ask(keys, ids[0]!, instance);
  const loaded = await heldMb(collections);
  const set = new Set(received(ids));
  const both = await heldMb(collections);
  const [ours, theirs] = [loaded - before, both - loaded];
  // By the processor's time: a look-up waits for nothing, so that whatever else runs here would be all that is added.
  const counting = async (asked: readonly string[], isIn: (id: string) => boolean): Promise<number> => {
    let found = 0;
    const before = process.cpuUsage();
    for (const id of asked) if (isIn(id)) found += 1;
    const { user, system } = process.cpuUsage(before);
    if (found !== asked.length / 2) throw new Error(`${found} of ${asked.length} were found`);
    return asked.length / ((user + system) / 1e6);
  };
  const isHeld = (id: string): boolean => {
    const answer = lists.ask(keys, id, instance);
    if (answer instanceof Promise) throw new Error('the list is not in memory');
    return answer.holding.has(list);
  };
  const line = { peer: 'a Set of the same ids', goal: null, floor: null };
  const looking = await alternate(
    { ...line, path: `look-up in a list of ${words} viewers`, unit: 'look-ups/s of one core' },
    size,
    () => counting(askedFor(count, asks), isHeld),
    () => counting(askedFor(count, asks), (id) => set.has(id)),
  );
  const ratio = theirs / ours;
  return [
    {
      ...line,
      path: `memory of a list of ${words} viewers`,
      unit: 'MB',
      ours,
      theirs,
      ratio,
      spread: [ratio, ratio],
      note: `${lists.size().toLocaleString('en-US')} bytes of hashes; ${within(ours, mostMb, 'MB')}`,
    },
    { ...looking, note: within(1e9 / looking.ours, mostNs, 'ns') },
  ];
};

/** A list of a million viewers that deliveries ask, in memory: what it takes of it, and how long a look-up lasts. */
export const listsBenchmark: Benchmark = (size) => withProduct((h) => measure(h, size));
