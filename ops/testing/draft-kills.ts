import { limitsOff, type Person, startHarness, until } from './harness.ts';
import { ownerWithApp } from './owner-with-app.ts';
import { freePort, isReady, type RunningProcess, startProcess } from './running.ts';

const writers = 10;
/** Saves that are said to be done between two kills. */
const between = 60;

/** One draft and what its writer was told of it. */
interface Written {
  story_id: string;
  as: Person;
  /** The last save that was said to be done, and what is not answered for. */
  rev: number;
  title: string;
  asked: string | null;
}

/** What became of saves while a server was killed over and over; `faults` are saves that were said to be done and are not there. */
export interface DraftKills {
  saves: number;
  /** Done, though nobody was told. */
  unanswered: number;
  faults: string[];
}

/** Saves over and over until the server does not answer; what it said is noted. */
const write = async (port: number, draft: Written, saved: () => void): Promise<void> => {
  for (let n = 0; ; n += 1) {
    draft.asked = `${draft.rev}-${n}`;
    const answer = await fetch(`http://127.0.0.1:${port}/api/story/draft`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${draft.as.token}`,
        'content-type': 'application/json',
        'if-match': `"${draft.rev}"`,
      },
      body: JSON.stringify({ story_id: draft.story_id, content: { title: draft.asked } }),
    }).then(
      async (response) => ({ status: response.status, body: await response.json() }),
      () => null,
    );
    if (!answer) return;
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    draft.rev = answer.body.data.rev;
    draft.title = draft.asked;
    draft.asked = null;
    saved();
  }
};

/** Kills a server so many times while ten people write drafts, and looks each time what is there. */
export const killWhileDrawing = async (
  t: { teardown(work: () => Promise<void>): void },
  kills: number,
): Promise<DraftKills> => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const group = await w.group();
  const port = await freePort();
  const env = { ...limitsOff, DATA_DIR: h.config.DATA_DIR, DATABASE_URL: h.databaseUrl, PORT: String(port) };
  let server: RunningProcess | null = null;
  const kill = async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
  };
  t.teardown(kill);
  const drafts: Written[] = [];
  while (drafts.length < writers) {
    const { story_id } = await h.call(w.owner, 'POST', '/story/draft', { story_group_id: group });
    drafts.push({ story_id, as: await w.member({ app_owner: [w.app_id] }), rev: 1, title: '', asked: null });
  }
  const told: DraftKills = { saves: 0, unanswered: 0, faults: [] };
  const look = async (draft: Written): Promise<void> => {
    const answer = await w.call('GET', `/story/draft?story_id=${draft.story_id}`, undefined, draft.as);
    const { draft: kept } = answer.json().data;
    const isAnswered = kept.rev === draft.rev && kept.content.title === draft.title;
    const isAsked = kept.rev === draft.rev + 1 && kept.content.title === draft.asked;
    if (isAsked) told.unanswered += 1;
    else if (!isAnswered)
      told.faults.push(`there is ${kept.rev} ${kept.content.title}, said was ${draft.rev} ${draft.title}`);
    Object.assign(draft, { rev: kept.rev, title: kept.content.title });
  };
  const saved = () => {
    told.saves += 1;
  };
  for (let killed = 0; killed < kills; killed += 1) {
    server = startProcess({ ...env, NATS_URL: 'nats://127.0.0.1:9' }, '--only', 'api');
    await until(() => isReady(port), 'the server', 60_000);
    const goal = told.saves + between;
    const writing = drafts.map((draft) => write(port, draft, saved));
    await Promise.race([until(() => told.saves >= goal, 'saves', 60_000), Promise.all(writing)]);
    await kill();
    await Promise.all(writing);
    for (const draft of drafts) await look(draft);
  }
  if (told.saves < kills * between) told.faults.push(`only ${told.saves} saves were answered`);
  return told;
};
