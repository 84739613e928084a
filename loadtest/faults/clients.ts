import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call, Caller } from './caller.ts';
import { type Chance, pick } from './chance.ts';
import { type Command, createChoice } from './command-choice.ts';
import type { BatchLine, CommandLine, Ledger } from './ledger.ts';
import type { Stage } from './scene.ts';

/** What all clients of a run share. */
export interface Load {
  caller: Caller;
  addresses: readonly string[];
  chance: Chance;
  commands: Ledger<CommandLine>;
  batches: Ledger<BatchLine>;
  acknowledged: { commands: number; batches: number };
  /** Clients rest when so much was acknowledged: whoever starts again finds load, and room to start in. */
  most: { commands: number; batches: number };
  /** Answers that should not have been given. */
  faults: string[];
  /** Clients finish what they have begun and end. */
  over: boolean;
}

const giveUpRate = 0.15;
const doubleRate = 0.04;
const againRate = 0.04;

/** Waits until more of these is wanted, or the run is over. */
export const untilWanted = async (load: Load, kind: keyof Load['most']): Promise<void> => {
  while (!load.over && load.acknowledged[kind] >= load.most[kind]) await new Promise((done) => setTimeout(done, 20));
};

/** Sends to all processes at the same moment; what was answered must be the same everywhere. */
const sendTwice = async (load: Load, call: Call): Promise<void> => {
  const answers = await Promise.all(load.addresses.map((address) => load.caller.once(address, call)));
  const good = answers.filter((answer) => answer !== null && answer.status < 300);
  if (good.length === 2 && !isDeepStrictEqual(good[0], good[1]))
    load.faults.push(`${call.method} ${call.path}: one key, two answers: ${JSON.stringify(good)}`);
};

/** Sends once more what was answered already: the answer must be the same. */
const sendAgain = async (load: Load, call: Call, before: Answer): Promise<void> => {
  const again = await load.caller.once(pick(load.chance, load.addresses), call);
  if (again && again.status < 500 && !isDeepStrictEqual(again, before))
    load.faults.push(`${call.method} ${call.path}: ${JSON.stringify(before)} became ${JSON.stringify(again)}`);
};

const lineOf = (key: string, command: Command, answer: Answer | null): CommandLine => {
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
export const runCommandClient = async (load: Load, stage: Stage, name: string): Promise<void> => {
  const { chance, caller } = load;
  const choose = createChoice(stage, chance, name);
  for (;;) {
    await untilWanted(load, 'commands');
    if (load.over) return;
    const command = choose();
    const { method, path, body } = command;
    const key = uuidv7();
    const call = () => ({
      method,
      path,
      headers: { authorization: `Bearer ${stage.token()}`, 'idempotency-key': key },
      body,
    });
    if (chance() < doubleRate) await sendTwice(load, call());
    const answer = await caller.insist(call(), () => command.mark !== null && chance() < giveUpRate);
    if (answer && answer.status >= 300) {
      load.faults.push(`${method} ${path} was refused: ${JSON.stringify(answer.body)} for ${JSON.stringify(body)}`);
      continue;
    }
    await load.commands.write(lineOf(key, command, answer));
    if (!answer) continue;
    load.acknowledged.commands += 1;
    command.done(answer.body.data as Record<string, string>);
    if (chance() < againRate) await sendAgain(load, call(), answer);
  }
};

const countersOf: Record<string, [counter: string, scopes: string[]]> = {
  story_impression: ['impressions', ['app', 'instance', 'group', 'story']],
  story_clicked: ['clicks', ['app', 'instance', 'group', 'story']],
  story_left: ['leaves', ['app', 'instance', 'group', 'story']],
  group_opened: ['opens', ['app', 'instance', 'group']],
};
const sdkTypes = Object.keys(countersOf);

const makeBatch = (stage: Stage, chance: Chance, name: string) => {
  const now = Date.now();
  const counts: Record<string, number> = {};
  const events = Array.from({ length: 1 + Math.floor(chance() * 8) }, () => {
    const type = pick(chance, sdkTypes);
    const story_id = type === 'group_opened' ? undefined : pick(chance, stage.watched.stories);
    const watch_ms = type === 'story_left' ? Math.floor(chance() * 5000) : undefined;
    const [counter, scopes] = countersOf[type]!;
    const ids: Record<string, string | undefined> = {
      app: stage.app_id,
      instance: stage.instance_id,
      group: stage.watched.group,
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
    return { id: uuidv7(), type, at: now, group_id: stage.watched.group, story_id, watch_ms };
  });
  const viewer_id = `${name}-${Math.floor(chance() * 50)}`;
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

/** One viewer's SDK, reporting on the apps of all stages; repeats a batch until it is told that it was kept. */
export const runIngestClient = async (load: Load, stages: readonly Stage[], name: string): Promise<void> => {
  const { chance, caller } = load;
  for (;;) {
    await untilWanted(load, 'batches');
    if (load.over) return;
    const stage = pick(chance, stages);
    const { body, counts } = makeBatch(stage, chance, name);
    const call = { method: 'POST', path: `/sdk/v1/${stage.instance_token}/events`, headers: {}, body };
    if (chance() < doubleRate) await sendTwice(load, call);
    const answer = await caller.insist(call, () => chance() < giveUpRate);
    const accepted = (answer?.body.data as { accepted?: number } | null)?.accepted;
    if (answer && (answer.status !== 202 || accepted !== body.events.length)) {
      load.faults.push(`a batch was not accepted whole: ${JSON.stringify(answer.body)}`);
      if (answer.status !== 202) continue;
    }
    await load.batches.write({
      batch_id: body.batch_id,
      instance_id: stage.instance_id,
      counts,
      answered: answer !== null,
    });
    if (!answer) continue;
    load.acknowledged.batches += 1;
    if (chance() < againRate) await sendAgain(load, call, answer);
  }
};
