import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { delay } from '#kernel/platform/delay.ts';
import { pick, type Random } from '#ops/testing/random.ts';
import { type ClientCommand, createCommandGenerator } from './command-generator.ts';
import type { ClientFixture } from './fixtures.ts';
import type { BatchLine, CommandLine, Ledger } from './ledger.ts';
import type { HttpCall, HttpResponse, RetryingClient } from './retrying-client.ts';

/** The state of a run that all clients share. */
export interface RunState {
  client: RetryingClient;
  addresses: readonly string[];
  random: Random;
  commands: Ledger<CommandLine>;
  batches: Ledger<BatchLine>;
  acknowledged: { commands: number; batches: number };
  /** Clients pause when so much was acknowledged: a process that starts again finds load, and room to start in. */
  most: { commands: number; batches: number };
  /** Answers that should not have been given. */
  faults: string[];
  /** Clients finish what they have begun and end. */
  over: boolean;
}

const abandonRate = 0.15;
const duplicateRate = 0.04;
const replayRate = 0.04;

/** Waits until more of these is wanted, or the run is over. */
export const waitUntilWanted = async (state: RunState, kind: keyof RunState['most']): Promise<void> => {
  while (!state.over && state.acknowledged[kind] >= state.most[kind]) await delay(20);
};

/** Sends to all processes at the same moment; what was answered must be the same everywhere. */
const sendConcurrently = async (state: RunState, call: HttpCall): Promise<void> => {
  const answers = await Promise.all(state.addresses.map((address) => state.client.attempt(address, call)));
  const good = answers.filter((answer) => answer !== null && answer.status < 300);
  if (good.length === 2 && !isDeepStrictEqual(good[0], good[1]))
    state.faults.push(`${call.method} ${call.path}: one key, two answers: ${JSON.stringify(good)}`);
};

/** Sends once more what was answered already: the answer must be the same. */
const replay = async (state: RunState, call: HttpCall, before: HttpResponse): Promise<void> => {
  const again = await state.client.attempt(pick(state.random, state.addresses), call);
  if (again && again.status < 500 && !isDeepStrictEqual(again, before))
    state.faults.push(`${call.method} ${call.path}: ${JSON.stringify(before)} became ${JSON.stringify(again)}`);
};

const lineOf = (key: string, command: ClientCommand, answer: HttpResponse | null): CommandLine => {
  const data = answer?.body.data as { version: number; story_group_id?: string } | undefined;
  const group = command.group ?? data?.story_group_id;
  return {
    key,
    kind: command.kind,
    stream: group ? `storyGroup-${group}` : null,
    version: data?.version ?? null,
    mark: command.mark,
    answered: answer !== null,
  };
};

/** One person who sends command after command; each answer is on the disk before it counts. */
export const runCommandClient = async (state: RunState, fixture: ClientFixture, name: string): Promise<void> => {
  const { random, client } = state;
  const choose = createCommandGenerator(fixture, random, name);
  for (;;) {
    await waitUntilWanted(state, 'commands');
    if (state.over) return;
    const command = choose();
    const { method, path, body } = command;
    const key = uuidv7();
    const call = () => ({
      method,
      path,
      headers: { authorization: `Bearer ${fixture.token()}`, 'idempotency-key': key },
      body,
    });
    if (random() < duplicateRate) await sendConcurrently(state, call());
    const answer = await client.retryUntilAnswered(call(), () => command.mark !== null && random() < abandonRate);
    if (answer && answer.status >= 300) {
      state.faults.push(`${method} ${path} was refused: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`);
      continue;
    }
    await state.commands.write(lineOf(key, command, answer));
    if (!answer) continue;
    state.acknowledged.commands += 1;
    command.done(answer.body.data as Record<string, string>);
    if (random() < replayRate) await replay(state, call(), answer);
  }
};

const countersOf: Record<string, [counter: string, scopes: string[]]> = {
  story_impression: ['impressions', ['app', 'instance', 'group', 'story']],
  story_clicked: ['clicks', ['app', 'instance', 'group', 'story']],
  story_left: ['leaves', ['app', 'instance', 'group', 'story']],
  group_opened: ['opens', ['app', 'instance', 'group']],
};
const sdkTypes = Object.keys(countersOf);

const makeBatch = (fixture: ClientFixture, random: Random, name: string) => {
  const now = Date.now();
  const counts: Record<string, number> = {};
  const events = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
    const type = pick(random, sdkTypes);
    const story_id = type === 'group_opened' ? undefined : pick(random, fixture.watched.stories);
    const watch_ms = type === 'story_left' ? Math.floor(random() * 5000) : undefined;
    const [counter, scopes] = countersOf[type]!;
    const ids: Record<string, string | undefined> = {
      app: fixture.app_id,
      instance: fixture.instance_id,
      group: fixture.watched.group,
      story: story_id,
    };
    for (const scope of scopes) {
      const add = (what: string, by: number) => {
        const place = `${scope} ${ids[scope]} ${what}`;
        counts[place] = (counts[place] ?? 0) + by;
      };
      add(counter, 1);
      if (watch_ms !== undefined) add('watch_ms', watch_ms);
    }
    return { id: uuidv7(), type, at: now, group_id: fixture.watched.group, story_id, watch_ms };
  });
  const viewer_id = `${name}-${Math.floor(random() * 50)}`;
  const platform = 'web';
  const envelope = {
    batch_id: uuidv7(),
    sent_at: now,
    viewer_id,
    session_id: viewer_id,
    platform,
    sdk_version: '1.0.0',
  };
  return { body: { ...envelope, consent: true, events }, counts };
};

/** One viewer's SDK, reporting on the apps of all fixtures; repeats a batch until it is told that it was kept. */
export const runIngestClient = async (
  state: RunState,
  fixtures: readonly ClientFixture[],
  name: string,
): Promise<void> => {
  const { random, client } = state;
  for (;;) {
    await waitUntilWanted(state, 'batches');
    if (state.over) return;
    const fixture = pick(random, fixtures);
    const { body, counts } = makeBatch(fixture, random, name);
    const call = { method: 'POST', path: `/sdk/v1/${fixture.instance_token}/events`, headers: {}, body };
    if (random() < duplicateRate) await sendConcurrently(state, call);
    const answer = await client.retryUntilAnswered(call, () => random() < abandonRate);
    const accepted = (answer?.body.data as { accepted?: number } | null)?.accepted;
    if (answer && (answer.status !== 202 || accepted !== body.events.length)) {
      state.faults.push(`a batch was not accepted whole: ${JSON.stringify(answer.body)}`);
      if (answer.status !== 202) continue;
    }
    await state.batches.write({
      batch_id: body.batch_id,
      instance_id: fixture.instance_id,
      counts,
      answered: answer !== null,
    });
    if (!answer) continue;
    state.acknowledged.batches += 1;
    if (random() < replayRate) await replay(state, call, answer);
  }
};
