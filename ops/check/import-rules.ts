const nounOf = (path: string): string => path.split('/')[1] ?? '';

/** Tests, and what several tests of a folder share. */
export const isOfTests = /(\.test\.tsx?|\/test-[a-z-]+\.tsx?)$/;

/** The kernel's floors, from the ground: each imports only from below. What has no floor stands beside them. */
const floors = ['platform', 'db', 'event-store', 'auth', 'commands', 'http', 'jobs'];
const floorOf = (path: string): number =>
  path.startsWith('services/kernel/') ? floors.indexOf(path.split('/')[2]!) : -1;

/** What draws designs, and the files of it that others may ask: what makes a component's nodes is for it alone. */
const renderer = 'web/player/render/';
const rendererDoors = new Set(
  ['render', 'fonts', 'font-stack', 'font-uses', 'said', 'state'].map((name) => `${renderer}${name}.ts`),
);

/** What the studio and the dashboard show as the player does: what draws designs, its words and its films. */
const player = 'web/player/';
const playerDoors = new Set([...rendererDoors, `${player}words.ts`, `${player}media.ts`]);

/** Why a file of `web` may not import another one, or null when it may. */
const forbiddenInWeb = (from: string, to: string): string | null => {
  if (isOfTests.test(from)) return null;
  if (from.startsWith(player))
    return to.startsWith(player)
      ? null
      : 'the player imports nothing of the dashboard, the studio and what builds them';
  return !to.startsWith(player) || playerDoors.has(to)
    ? null
    : 'of the player, others import what draws designs, its words and its films';
};

/** Why a file may not import another, by their paths, or null when it may. */
export const whyForbidden = (from: string, to: string): string | null => {
  const [top] = from.split('/');
  const [target] = to.split('/');
  if (!isOfTests.test(from) && floorOf(from) >= 0 && floorOf(to) > floorOf(from))
    return `the floor ${floors[floorOf(from)]} is below ${floors[floorOf(to)]}`;
  if (to.startsWith(renderer) && !from.startsWith(renderer) && !isOfTests.test(from) && !rendererDoors.has(to))
    return 'only what draws designs makes the nodes of a component';
  if (isOfTests.test(from) && (to.startsWith('ops/testing/') || to.startsWith('services/kernel/'))) return null;
  if (top === 'ops' || (top === 'loadtest' && target !== 'web')) return null;
  if (target === 'ops' || target === 'loadtest') return `nobody imports ${target}`;
  if (target === 'contracts') return null;
  switch (top) {
    case 'contracts':
      return 'contracts import only themselves';
    case 'web':
      return target === 'web' ? forbiddenInWeb(from, to) : 'web imports only contracts and itself';
    case 'services':
      if (target !== 'services') return 'services import only contracts and the kernel';
      if (nounOf(to) === nounOf(from) || nounOf(to) === 'kernel') return null;
      return 'a noun never imports another noun';
    case 'projections':
      if (to.startsWith('services/kernel/')) return null;
      if (target !== 'projections') return 'projections never import a service noun';
      if (nounOf(from) === nounOf(to) || !to.slice('projections/'.length).includes('/')) return null;
      if (nounOf(to) === 'runner' || !from.slice('projections/'.length).includes('/')) return null;
      return 'a projection never imports another projection';
    default:
      return `${top} may not import ${target}`;
  }
};
