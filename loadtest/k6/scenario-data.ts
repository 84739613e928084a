import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { RequestUnclear, type ScenarioName } from './request.ts';

const target = z.object({ token: z.string(), group_id: z.string(), stories: z.array(z.string()).min(1) });

/** The fixtures of the scenarios: instances to ask, what SDKs report about, people, and what these may change. */
export const scenarioData = z.object({
  instances: z.array(z.object({ token: z.string(), etag: z.string(), groups: z.int() })),
  targets: z.array(target),
  people: z.array(z.object({ token: z.string(), app_id: z.string(), groups: z.array(z.string()).min(1) })),
  places: z.array(target),
  /** Instances of a large account, with somebody who may look at them. */
  desks: z.array(
    z.object({ token: z.string(), app_id: z.string(), instance_id: z.string(), groups: z.array(z.string()).min(1) }),
  ),
});
export type ScenarioData = z.infer<typeof scenarioData>;

const tokensFile = z.strictObject({
  /** Tokens of instances. */
  instances: z.array(z.string().min(1)).min(1),
  /** Access tokens of people, each with an app of theirs. */
  people: z.array(z.strictObject({ token: z.string(), app_id: z.string() })).default([]),
  /** Groups that commands may change, with the access token of somebody who may. */
  places: z.array(target).default([]),
});

const answerMs = 10_000;

interface Delivered {
  data: { groups: { id: string; stories: { id: string }[] }[] };
}

const ask = async (url: string, path: string, headers: Record<string, string>): Promise<Response> => {
  try {
    return await fetch(url + path, { headers, signal: AbortSignal.timeout(answerMs) });
  } catch (error) {
    throw new RequestUnclear(`Nobody answers at ${url}: ${(error as Error).message}`);
  }
};

/** Asks once for the stories of an instance, as SDKs that take gzip do. Throws when it has none. */
export const fetchStories = async (
  url: string,
  token: string,
): Promise<{ etag: string; groups: Delivered['data']['groups'] }> => {
  const answer = await ask(url, `/sdk/v1/${token}/stories`, { 'accept-encoding': 'gzip' });
  const text = await answer.text();
  const etag = answer.headers.get('etag');
  if (answer.status !== 200 || !etag)
    throw new Error(`an instance does not deliver: ${answer.status} ${text.slice(0, 300)}`);
  return { etag, groups: (JSON.parse(text) as Delivered).data.groups };
};

/** Neighbours of different lists, so that whoever takes one after another turns to all of them. */
export const interleave = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, place) =>
    lists.flatMap((list) => (place < list.length ? [list[place]!] : [])),
  ).flat();

const listGroups = async (url: string, token: string, app_id: string) => {
  const answer = await ask(url, `/api/story_group/n/stats?app_id=${app_id}`, { authorization: `Bearer ${token}` });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a person may not see the app: ${answer.status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
};

/** The first instance of an app that has groups, with up to a hundred of them; none when nothing is there. */
const deskOf = async (url: string, { token, app_id }: { token: string; app_id: string }) => {
  const answer = await ask(url, `/api/n/story_group?app_id=${app_id}`, { authorization: `Bearer ${token}` });
  if (answer.status !== 200) throw new Error(`a person may not see the app: ${answer.status}`);
  const { data } = (await answer.json()) as { data: { id: string; instance_id: string }[] };
  const instance_id = data[0]?.instance_id;
  const groups = data.filter((one) => one.instance_id === instance_id).map((one) => one.id);
  return instance_id ? [{ token, app_id, instance_id, groups }] : [];
};

/** What a file of tokens gives for a product that runs already: looked up there, nothing is made. */
export const lookUpScenarioData = async (url: string, file: string): Promise<ScenarioData> => {
  const read = tokensFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!read.success)
    throw new RequestUnclear(
      `--tokens ${file}: {"instances": ["token", …], "people": [{"token", "app_id"}, …], "places": [{"token", "group_id", "stories"}, …]} is expected.`,
    );
  const found: { token: string; etag: string; groups: Delivered['data']['groups'] }[] = [];
  for (const token of read.data.instances) found.push({ token, ...(await fetchStories(url, token)) });
  const people = [];
  for (const person of read.data.people)
    people.push({ ...person, groups: await listGroups(url, person.token, person.app_id) });
  const desks = (await Promise.all(read.data.people.map((person) => deskOf(url, person)))).flat();
  return {
    desks,
    instances: found.map(({ token, etag, groups }) => ({ token, etag, groups: groups.length })),
    targets: interleave(
      found.map(({ token, groups }) =>
        groups.map(({ id, stories }) => ({ token, group_id: id, stories: stories.map((story) => story.id) })),
      ),
    ),
    people: people.filter(({ groups }) => groups.length > 0),
    places: read.data.places,
  };
};

const needs: Record<ScenarioName, (keyof ScenarioData)[]> = {
  'delivery-warm': ['instances'],
  'delivery-304': ['instances'],
  'delivery-cold': ['instances'],
  'ingest-steady': ['targets'],
  'ingest-burst': ['targets'],
  'ingest-noisy': ['targets'],
  stats: ['people'],
  dashboard: ['desks'],
  commands: ['places'],
  'mixed-day': ['instances', 'targets', 'people', 'places'],
  limits: ['instances', 'targets', 'people'],
};

/** Why a scenario cannot run on what there is; null when it can. */
export const missingData = (name: ScenarioName, data: ScenarioData): string | null => {
  const missing = needs[name].filter((part) => data[part].length === 0);
  if (missing.length === 0) return null;
  return `${name} needs ${missing.join(' and ')}, and there are none`;
};
