import t from 'tap';
import { limitsOff, type Person, startHarness, until } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { freePort, isReady, type RunningProcess, startProcess } from '#ops/testing/running.ts';

const kills = Number(process.env.KILLS ?? 5);
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

t.test('what was said to be saved is there after the server was killed', { timeout: 180_000 }, async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const group = await w.group();
  const port = await freePort();
  const env = { ...limitsOff, DATA_DIR: h.config.DATA_DIR, DATABASE_URL: h.databaseUrl, PORT: String(port) };
  let server: RunningProcess | null = null;
  const start = async () => {
    server = startProcess({ ...env, NATS_URL: 'nats://127.0.0.1:9' }, '--only', 'api');
    await until(() => isReady(port), 'the server', 60_000);
  };
  const kill = async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
  };
  t.teardown(kill);
  const drafts: Written[] = [];
  for (let n = 0; n < writers; n += 1) {
    const { story_id } = await h.call(w.owner, 'POST', '/story/draft', { story_group_id: group });
    drafts.push({ story_id, as: await w.member({ app_owner: [w.app_id] }), rev: 1, title: '', asked: null });
  }

  /** Saves over and over until the server does not answer; what it said is noted. */
  const write = async (draft: Written, saved: () => void): Promise<void> => {
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

  let [saves, unanswered] = [0, 0];
  for (let killed = 0; killed < kills; killed += 1) {
    await start();
    const goal = saves + between;
    const writing = drafts.map((draft) =>
      write(draft, () => {
        saves += 1;
      }),
    );
    await Promise.race([until(() => saves >= goal, 'saves', 60_000), Promise.all(writing)]);
    await kill();
    await Promise.all(writing);
    for (const draft of drafts) {
      const { draft: kept } = (
        await w.call('GET', `/story/draft?story_id=${draft.story_id}`, undefined, draft.as)
      ).json().data;
      const isAnswered = kept.rev === draft.rev && kept.content.title === draft.title;
      const isAsked = kept.rev === draft.rev + 1 && kept.content.title === draft.asked;
      t.ok(isAnswered || isAsked, `${kept.rev} ${kept.content.title}, said: ${draft.rev} ${draft.title}`);
      if (isAsked) unanswered += 1;
      Object.assign(draft, { rev: kept.rev, title: kept.content.title });
    }
  }
  t.comment(`${saves} saves were answered, ${unanswered} done without an answer`);
  t.ok(saves >= kills * between);
});
