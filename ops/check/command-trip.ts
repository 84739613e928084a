// node --import tsx ops/check/command-trip.ts: the project's files of which a line runs between the handler and COMMIT of
// one change of a group's status, by V8's coverage. Takes a Postgres of its own, as a test does.
import { type Profiler, Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from '#kernel/http/server.ts';
import type { Routes } from '#kernel/http/types.ts';
import { inboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { apiRoutes } from '#ops/start/api-routes.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { root } from './sources.ts';

const undo: (() => Promise<void>)[] = [];
const h = await startHarness({ teardown: (work) => void undo.push(work) }, { parts: false });
const nora = await h.person();
const { group_id } = await seedScene(h, nora);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

let found: Promise<Profiler.TakePreciseCoverageReturnType> | null = null;
let watching = false;
// The last hook before the handler: what ran until here is left out.
const watched: Routes[] = apiRoutes.map((add) => async (server, kernel) => {
  server.addHook('preHandler', (_request, _reply, done) => {
    if (!watching) return done();
    session.post('Profiler.takePreciseCoverage').then(() => done(), done);
  });
  await add(server, kernel);
});
const server = await buildServer(h.kernel, watched);
undo.push(() => server.close());
await server.ready();
// The first thing that a command does after COMMIT is to tell the readers.
const { notify } = h.kernel.notifier;
h.kernel.notifier.notify = (...told) => {
  if (watching && !found) found = session.post('Profiler.takePreciseCoverage');
  return notify(...told);
};

const change = async (status: number) => {
  const answer = await server.inject({
    method: 'PATCH',
    url: '/api/n/story_group',
    headers: { authorization: `Bearer ${nora.token}` },
    payload: { story_group_id: group_id, status },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};
// The inbox makes its days beside everything else when a process begins: today's and seven more.
await until(async () => (await inboxDays(h.kernel.analytics)).length >= 8);
// Warm: what is read once is not part of the trip.
for (const status of [2, 1, 2, 1]) await change(status);

/** The project's files of which a line ran. */
const filesOf = ({ result }: Profiler.TakePreciseCoverageReturnType): string[] =>
  result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => !path.startsWith('node_modules') && !path.startsWith('ops/'));

const quietMs = 200;
// What runs beside one change by chance does not run beside all of them.
let files: string[] | null = null;
watching = true;
for (const status of [2, 1, 2, 1]) {
  found = null;
  // The readers of the change before are told a few milliseconds after it.
  await setTimeout(quietMs);
  await change(status);
  const ran = filesOf(await found!);
  files = files ? files.filter((path) => ran.includes(path)) : ran.sort();
}
for (const path of files!) console.log(path);
const contracts = files!.filter((path) => path.startsWith('contracts/')).length;
console.log(
  `${files!.length} files between the handler and COMMIT of one change of status, ${contracts} of them in contracts`,
);
session.disconnect();
for (const step of undo.reverse()) await step();
process.exit(0);
