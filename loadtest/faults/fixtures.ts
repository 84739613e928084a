import { toSeconds } from '#contracts/time.ts';
import { buildServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { openKernel } from '#ops/start/open-kernel.ts';
import { limitsOff } from '#ops/testing/harness.ts';
import { createPeople, type Person } from '#ops/testing/people.ts';
import type { RetryingClient } from './retrying-client.ts';

/** What one command client works on: a person with an app of their own; `token()` is good for a quarter of an hour. */
export interface ClientFixture {
  person: Person;
  token(): string;
  cover: string;
  app_id: string;
  instance_id: string;
  instance_token: string;
  /** A group of this account's first app that all its people rename. */
  shared_group: string;
  /** A group that the SDK clients report about, and its stories. */
  watched: { group: string; stories: string[] };
}

/** A kernel on the database of a run, for seeding it and for reading it. */
export const openRunKernel = async (dataDir: string, url: string): Promise<Kernel & { close(): Promise<void> }> => {
  const config = loadConfig({ ...limitsOff, LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: url });
  return openKernel(config, { databaseUrl: url, secrets: await loadSecrets(dataDir) });
};

const done = async (client: RetryingClient, token: string, method: string, path: string, body: unknown) => {
  const answer = await client.retryUntilAnswered({ method, path, headers: { authorization: `Bearer ${token}` }, body });
  if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer?.body)}`);
  return answer.body.data as Record<string, string>;
};

/** Makes `count` people, two to an account, each with an app and something in it to report about. */
export const createFixtures = async (
  kernel: Kernel,
  client: RetryingClient,
  count: number,
): Promise<ClientFixture[]> => {
  const server = await buildServer(kernel, []);
  await server.ready();
  const people = createPeople(kernel, (claims) => server.jwt.sign(claims));
  const fixtures: ClientFixture[] = [];
  for (let index = 0; index < count; index += 1) {
    const partner = index % 2 === 1 ? fixtures[index - 1] : undefined;
    const person = await people.person(partner ? { account_id: partner.person.account_id } : {});
    const token = () => server.jwt.sign({ sub: person.user_id, sid: person.session_id, typ: 'access' });
    const cover = await people.media(person.account_id);
    const post = (path: string, body: unknown) => done(client, token(), 'POST', path, body);
    const app = (await post('/api/app', {
      store_id: `test.storyrail.app${index}`,
      store_type: 'android',
      is_live: false,
    })) as unknown as { id: string; token: string; instances: { id: string }[] };
    const groupIn = async (title: string) => {
      const body = { app_id: app.id, title, icon: cover, ts_start: toSeconds(Date.now()) };
      return (await post('/api/n/story_group', body)).story_group_id!;
    };
    const watched = { group: await groupIn('Watched'), stories: [] as string[] };
    for (const title of ['One', 'Two', 'Three']) {
      const body = { story_group_id: watched.group, title, type: 1, media: cover };
      watched.stories.push((await post('/api/story', body)).story_id!);
    }
    fixtures.push({
      person,
      token,
      cover,
      app_id: app.id,
      instance_id: app.instances[0]!.id,
      instance_token: app.token,
      shared_group: partner?.shared_group ?? (await groupIn('Shared')),
      watched,
    });
  }
  return fixtures;
};
