import { demoStaff } from '#kernel/http/demo-account.ts';
import { buildServer } from '#kernel/http/server.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { type AppCast, castOf, type DemoSize, people, personKeys } from '../demo/cast.ts';
import { beginDemo } from '../demo/demo.ts';
import { demoId } from '../demo/random.ts';
import { groupTimelines } from '../demo/timeline.ts';
import { apiRoutes } from '../start/api-routes.ts';
import { sdkRoutes } from '../start/sdk-routes.ts';
import { dashboardRoutes, playerRoutes } from '../start/web-routes.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import type { Person } from '../testing/people.ts';
import { pictureTime } from './picture-time.ts';
import type { Viewer, World } from './state.ts';

const size: DemoSize = { every: 1, stories: 4, traffic: 0.1 };
// The pages show it in tokens.
const root = Buffer.alloc(48, 'storyrail pictures');
/** The port stands in addresses that pages show. */
const port = 4780;

const lastPosition = async (h: Harness): Promise<string> =>
  (await h.asOwner('select max(position) as last from event')).rows[0].last;

/** The product with the demo in it, in which everything follows from a fixed clock and fixed keys. */
export const startWorld = async (t: { teardown(work: () => Promise<void>): void }) => {
  const secrets = secretsFrom(root);
  const h = await startHarness(t, { now: () => pictureTime, secrets, settings: { PORT: String(port) } });
  const begun = await beginDemo(h.kernel, size, pictureTime);
  await begun!.finish(new AbortController().signal);
  const newcomer = await h.person({
    firstname: 'Kim',
    lastname: 'Hall',
    email: 'kim@harbour.example',
    ids: { account_id: demoId('screens:account', pictureTime), user_id: demoId('screens:person', pictureTime) },
  });
  await h.caughtUp();
  await h.until(async () => {
    const { rows } = await h.kernel.analytics.pool.query<{ behind: boolean }>(
      'select exists (select from telemetry_uncounted) as behind',
    );
    return !rows[0]!.behind;
  }, 'the figures');
  const cast = castOf(h.kernel, pictureTime, size);
  const groups = groupTimelines(cast, size.stories);
  const signedIn = new Map<Viewer, Person>([['newcomer', newcomer]]);
  for (const key of personKeys) signedIn.set(key, await h.signIn(cast.people[key], cast.account, people[key].email));
  const email = demoStaff(secrets);
  const staff = await holderOf(h.kernel.db, h.kernel, email);
  const { rows } = await h.asOwner('select account_id from member where id = $1', [staff]);
  signedIn.set('staff', await h.signIn(staff!, rows[0].account_id, email));
  const server = await buildServer(h.kernel, [...apiRoutes, ...sdkRoutes, playerRoutes, dashboardRoutes]);
  await server.listen({ port, host: '127.0.0.1' });
  t.teardown(() => server.close());

  const address = (app: AppCast, instance: string, path: string, more: string) =>
    `${path}?app=${app.id}&instance=${instance}${more}`;
  const groupNamed = (title: string) => {
    const group = groups.find(({ idea }) => idea.title === title);
    if (!group) throw new Error(`The demo has no group ${title}.`);
    return group;
  };
  const world: World = {
    cast,
    groupPage(title, more = '') {
      const { app, instance, id } = groupNamed(title);
      return address(app, instance, `/stories/${id}`, more);
    },
    studioAt(title, place) {
      const { app, instance, id, stories } = groupNamed(title);
      return `/studio/${app.id}/${instance}/${id}?story=${stories[place]!.id}`;
    },
    inApp(key, path, more = '', place = 0) {
      const app = cast.apps.find((one) => one.key === key)!;
      return address(app, app.places[place]!.id, path, more);
    },
  };
  // The pages of staff show when somebody signed in last, and that staff looked at an account, once an hour.
  await h.asOwner('update session set created_at = to_timestamp($1)', [pictureTime / 1000]);
  const seen = await h.inject('GET', `/api/admin/account/${cast.account}`, { as: signedIn.get('staff')! });
  if (seen.statusCode !== 200) throw new Error(seen.body);
  await h.caughtUp();
  const begins = await lastPosition(h);
  /** What was changed since the demo was made, by types of events: looking at pages changes nothing. */
  const changes = async (): Promise<string[]> =>
    (await h.asOwner('select type from event where position > $1 order by position', [begins])).rows.map(
      ({ type }) => type,
    );
  /** A session of its own for somebody to look at a page in; null for nobody. */
  const begin = async (who: Viewer): Promise<Person | null> => {
    const person = signedIn.get(who);
    return person ? h.signIn(person.user_id, person.account_id, person.email) : null;
  };
  return { world, changes, base: `http://127.0.0.1:${port}`, named: `http://localhost:${port}`, begin };
};
