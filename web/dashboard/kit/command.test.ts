import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import t, { type Test } from 'tap';
import { ApiError } from '../api/error.ts';
import { type Command, mutationOf, runnerOf } from './command.ts';
import type { MessageOptions } from './states/shown-messages.ts';

interface Call {
  input: string;
  key: string;
  succeed: (answer?: string) => void;
  fail: (error: Error) => void;
}

/** A product whose calls are answered by the test, what was said on the page, and acts over both. */
const makePage = (t: Test) => {
  const client = new QueryClient();
  t.teardown(() => client.clear());
  const calls: Call[] = [];
  const said: (MessageOptions & { text: string | null })[] = [];
  const product = (input: string, key: string) =>
    new Promise<string>((succeed, fail) => {
      calls.push({ input, key, succeed: (answer = input) => succeed(answer), fail });
    });
  const page = { isLeft: false };
  const act = (command: Partial<Command<typeof product, string, string>>) => {
    const tools = {
      isThere: () => !page.isLeft,
      client,
      provider: product,
      notify: (text: string | null, options: MessageOptions) => void said.push({ text, ...options }),
    };
    const whole = {
      on: 'one',
      send: (call: typeof product, input: string, key: string) => call(input, key),
      ...command,
    };
    const observer = new MutationObserver(client, mutationOf(whole, tools));
    return runnerOf<string>((keyed) => observer.mutate(keyed), !command.show);
  };
  return { client, calls, said, page, act, sent: () => calls.map(({ input }) => input) };
};
const turn = () => new Promise((done) => setImmediate(done));
const refused = (errors: { path: string; message: string }[] = []) => new ApiError(409, 'Refused', 'No.', errors);

t.test(
  'acts on the same thing are sent in the order in which they were asked for, and all are shown at once',
  async (t) => {
    const { act, calls, sent } = makePage(t);
    const shown: string[] = [];
    const show = (input: string) => {
      shown.push(input);
      return () => undefined;
    };
    const pin = act({ show });
    const move = act({ show });
    const elsewhere = act({ show, on: 'other' });
    const ends = [pin('pin'), move('first move'), move('second move'), elsewhere('elsewhere')];
    t.same(shown, ['pin', 'first move', 'second move', 'elsewhere']);
    await turn();
    t.same(sent(), ['pin', 'elsewhere']);
    calls[0]!.succeed();
    await ends[0];
    await turn();
    t.same(sent().slice(2), ['first move']);
    calls[2]!.fail(refused());
    t.equal(await ends[1], false);
    await turn();
    t.same(sent().slice(3), ['second move'], 'also after one that failed');
    calls[3]!.succeed();
    t.equal(await ends[2], true);
    calls[1]!.succeed();
    t.equal(await ends[3], true);
  },
);

t.test('what was shown is put back after a failure, and the message says why', async (t) => {
  const { act, calls, said } = makePage(t);
  let shown = 'old';
  const show = (input: string) => {
    shown = input;
    return () => {
      shown = 'old';
    };
  };
  const end = act({ show, failed: (reason) => `Put back: ${reason}` })('new');
  await turn();
  t.equal(shown, 'new');
  calls[0]!.fail(refused());
  await end;
  t.equal(shown, 'old');
  const other = act({})('sent');
  await turn();
  calls[1]!.fail(refused());
  await other;
  const cancelled = act({})('cancelled');
  await turn();
  calls[2]!.fail(new DOMException('Cancelled.', 'AbortError'));
  t.equal(await cancelled, false);
  t.same(said, [
    { text: 'Put back: No.', type: 'warning' },
    { text: 'No.', type: 'error' },
  ]);
});

t.test('an act that is asked for twice while it is on its way is sent once', async (t) => {
  const { act, calls, sent, said } = makePage(t);
  const save = act({ said: () => 'Saved.' });
  const [first, second] = [save('a'), save('a')];
  const other = save('b');
  await turn();
  calls[0]!.succeed();
  t.same(await Promise.all([first, second, other]), [true, true, true]);
  t.same(sent(), ['a'], 'without showing its result, one at a time');
  t.equal(said.length, 1);

  const turnOn = act({ show: () => () => undefined });
  const ends = ['on', 'on', 'off', 'on'].map((input) => turnOn(input));
  for (const place of [1, 2, 3]) {
    await turn();
    calls[place]!.succeed();
    await turn();
  }
  await Promise.all(ends);
  t.same(sent().slice(1), ['on', 'off', 'on'], 'with it, the last asked for counts');
});

t.test('an act keeps its key while the same is tried again, and has another one for anything else', async (t) => {
  const { act, calls } = makePage(t);
  const save = act({ onRefused: () => true });
  const tries: ['fail' | 'succeed', string][] = [
    ['fail', 'a'],
    ['fail', 'a'],
    ['succeed', 'a'],
    ['succeed', 'a'],
    ['fail', 'a'],
    ['fail', 'b'],
  ];
  for (const [end, input] of tries) {
    const run = save(input);
    await turn();
    if (end === 'fail') calls.at(-1)!.fail(new ApiError(0, 'NoConnection', 'There is no connection.'));
    else calls.at(-1)!.succeed();
    await run;
  }
  const [first, second, third, ...others] = calls.map(({ key }) => key);
  t.equal(second, first);
  t.equal(third, first);
  t.equal(new Set([first, ...others]).size, 4);
});

t.test('a form takes over the messages at its fields; what it does not show is said', async (t) => {
  const { act, calls, said } = makePage(t);
  const found: Record<string, string>[] = [];
  const save = act({
    onRefused: (fields) => {
      if (fields.title) found.push(fields);
      return 'title' in fields;
    },
  });
  for (const path of ['title', 'other']) {
    const end = save(path);
    await turn();
    calls.at(-1)!.fail(refused([{ path, message: 'Too long.' }]));
    t.equal(await end, false);
  }
  t.same(found, [{ title: 'Too long.' }]);
  t.same(said, [{ text: 'No.', type: 'error' }]);
});

t.test('whoever has left a form is told of its refusal all the same', async (t) => {
  const { act, calls, said, page } = makePage(t);
  const found: Record<string, string>[] = [];
  const save = act({ onRefused: (fields) => found.push(fields) > 0, about: () => ['group-1'] });
  const end = save('a');
  await turn();
  page.isLeft = true;
  calls[0]!.fail(refused([{ path: 'title', message: 'Too long.' }]));
  t.equal(await end, false);
  t.same(found, [{ title: 'Too long.' }]);
  t.same(said, [{ text: "What you just closed didn't go through. No.", type: 'error', about: ['group-1'] }]);
});

t.test('a message has Undo where there is a way back', async (t) => {
  const { act, calls, said } = makePage(t);
  const undone: string[] = [];
  const move = act({
    said: (answer) => ({ text: `It is ${answer}.`, acts: [{ label: 'Show', onClick: () => undefined }] }),
    undo: (_, input) => (input === 'down' ? () => undone.push('up') : null),
  });
  for (const input of ['down', 'away']) {
    const end = move(input);
    await turn();
    calls.at(-1)!.succeed();
    await end;
  }
  t.same(
    said.map(({ text, acts }) => [text, ...(acts ?? []).map(({ label }) => label)]),
    [
      ['It is down.', 'Undo', 'Show'],
      ['It is away.', 'Show'],
    ],
  );
  said[0]!.acts![0]!.onClick();
  t.same(undone, ['up']);
});

t.test('queries are read again once, after the last of the acts that change them', async (t) => {
  const { client, act, calls } = makePage(t);
  let reads = 0;
  const list = { queryKey: ['list'], queryFn: async () => (reads += 1), staleTime: Number.POSITIVE_INFINITY };
  await client.fetchQuery(list);
  const isStale = () => client.getQueryState(list.queryKey)?.isInvalidated;
  const show = () => () => undefined;
  const pin = act({ show, changes: [list.queryKey] });
  const remove = act({ show, on: 'other', changes: [['apps'], list.queryKey] });
  const ends = [pin('pin'), remove('remove')];
  await turn();
  calls[0]!.succeed();
  await ends[0];
  t.equal(isStale(), false, 'an answer of now would hide what the other one shows');
  calls[1]!.succeed();
  await ends[1];
  t.equal(isStale(), true);
  t.equal(reads, 1);
});

t.test('an act whose result was not shown is done when its queries were read again', async (t) => {
  const { client, act, calls } = makePage(t);
  const order: string[] = [];
  let arrive: (apps: string) => void = () => undefined;
  const queryFn = () =>
    new Promise<string>((done) => {
      arrive = done;
    });
  const apps = { queryKey: ['apps'], queryFn, staleTime: Number.POSITIVE_INFINITY };
  client.setQueryData(apps.queryKey, 'before');
  t.teardown(new QueryObserver(client, apps).subscribe(() => undefined));
  const add = act({ changes: [['apps']], said: () => 'Added.', onDone: () => void order.push('done') });
  const end = add('add').then(() => order.push('ended'));
  await turn();
  calls[0]!.succeed();
  await turn();
  t.same(order, []);
  arrive('after');
  await end;
  t.same(order, ['done', 'ended']);
  t.equal(client.getQueryData(['apps']), 'after');
});

t.test('an act that shows nothing reads again at its end, whatever else is under way', async (t) => {
  const { client, act, calls } = makePage(t);
  let [stored, reads] = ['', 0];
  const arrivals: (() => void)[] = [];
  const queryFn = () => {
    const read = stored;
    reads += 1;
    return new Promise<string>((done) => {
      arrivals.push(() => done(read));
    });
  };
  const list = { queryKey: ['list'], queryFn, staleTime: Number.POSITIVE_INFINITY };
  client.setQueryData(list.queryKey, '');
  t.teardown(new QueryObserver(client, list).subscribe(() => undefined));
  const changes = [list.queryKey];
  const slow = act({ on: 'slow', changes })('slow');
  const [first, second] = [act({ changes })('first'), act({ on: 'other', changes })('second')];
  await turn();
  stored = 'first';
  calls[1]!.succeed();
  await turn();
  t.equal(reads, 1, 'while another one is on its way');
  stored = 'first, second';
  calls[2]!.succeed();
  await turn();
  t.equal(reads, 2, 'while another one waits for what it reads');
  for (const arrive of arrivals) arrive();
  t.same(await Promise.all([first, second]), [true, true]);
  t.equal(client.getQueryData(list.queryKey), 'first, second');

  const shown = act({ on: 'third', changes, show: () => () => undefined })('shown');
  await turn();
  calls[3]!.succeed();
  t.equal(await shown, true);
  t.equal(reads, 3, 'neither does one that shows its result wait for it');
  calls[0]!.succeed();
  await turn();
  for (const arrive of arrivals) arrive();
  t.equal(await slow, true);
});

t.test('an act that ends when whoever asked has left is told and corrected, and closes nothing', async (t) => {
  const { act, calls, said, page } = makePage(t);
  const order: string[] = [];
  const save = act({
    said: () => 'Saved.',
    corrected: (answer) => void order.push(`corrected to ${answer}`),
    onDone: () => void order.push('closed'),
  });
  for (const isLeft of [false, true]) {
    const end = save(isLeft ? 'late' : 'in time');
    await turn();
    page.isLeft = isLeft;
    calls.at(-1)!.succeed();
    t.equal(await end, true);
  }
  t.same(order, ['corrected to in time', 'closed', 'corrected to late']);
  t.equal(said.length, 2);
});
