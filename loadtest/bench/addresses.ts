import type { Harness } from '#ops/testing/harness.ts';
import { hashPassword } from '#services/identity/passwords.ts';
import { type Benchmark, type Measured, median, percentile, type RunSize, scaled } from './measure.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

/** A way to ask about an address, whose answer must not tell by its time whether somebody has it. */
interface Question {
  path: string;
  route: string;
  body: (email: string) => object;
  token?: string;
  status: number;
}

const timeOf = async (port: number, { route, body, token, status }: Question, email: string): Promise<number> => {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body(email)),
  });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${route}: ${answer.status} for ${email}`);
  return performance.now() - began;
};

/** People with a password, by their addresses. */
const seedKnown = async (h: Harness, count: number): Promise<string[]> => {
  const password_hash = await hashPassword('correct horse battery');
  const known: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { user_id, email } = await h.person({ email: `k${index}@known.test` });
    await h.kernel.db.query.insertInto('user_secret').values({ user_id, password_hash }).execute();
    known.push(email);
  }
  return known;
};

/** An owner with as many seats as anybody asks for. */
const seedInviter = async (h: Harness): Promise<string> => {
  const [nora, staff] = [await h.person(), await h.person({ staff: true })];
  await h.call(staff, 'POST', '/admin/account/premium', { account_id: nora.account_id, is_premium: true });
  return nora.token;
};

const milliseconds = (value: number): string => value.toFixed(2);

/** Asks about known and unknown addresses in turns, now one first and now the other. */
const compare = async (port: number, question: Question, known: readonly string[]): Promise<Measured> => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [index, email] of known.entries()) {
    const turn = [['known', email] as const, ['unknown', email.replace('known', 'nobody')] as const];
    for (const [side, address] of index % 2 ? turn : turn.reverse())
      times[side].push(await timeOf(port, question, address));
  }
  const [ours, theirs] = [median(times.known), median(times.unknown)];
  const quarters = [0.25, 0.75].map((part) => percentile(times.unknown, part) / percentile(times.known, part));
  const told = (of: number[]) => `median ${milliseconds(median(of))} ms, p95 ${milliseconds(percentile(of, 0.95))} ms`;
  return {
    path: `${question.path}, ${known.length} addresses that somebody has`,
    peer: 'as many that nobody has, in turns',
    unit: 'answers/s',
    ours: 1000 / ours,
    theirs: 1000 / theirs,
    // A difference tells in either direction.
    ratio: Math.min(ours / theirs, theirs / ours),
    spread: [Math.min(...quarters), Math.max(...quarters)],
    goal: 0.97,
    floor: 0.97,
    note: `known: ${told(times.known)}; unknown: ${told(times.unknown)}; spread: first and third quarter`,
  };
};

/** Whether the time of an answer tells that an address has an account: at sign-in, reset and invitation. */
export const addressesBenchmark: Benchmark = (size: RunSize) =>
  withProduct(async (h) => {
    const port = await listenOnFreePort(h);
    const known = await seedKnown(h, scaled(500, size, 2));
    const token = await seedInviter(h);
    const questions: Question[] = [
      {
        path: 'Sign-in with a wrong password',
        route: '/login',
        body: (email) => ({ email, password: 'wrong horse' }),
        status: 401,
      },
      { path: 'Reset of a password', route: '/forgot_password', body: (email) => ({ email }), status: 200 },
      {
        path: 'Invitation',
        route: '/account/invite-user',
        body: (email) => ({ emails: [email], role: 'account_owner' }),
        token,
        status: 200,
      },
    ];
    const measured: Measured[] = [];
    for (const question of questions) {
      // The first calls of a route cost what its later ones do not.
      for (const email of ['w1@known.test', 'w2@known.test', 'w3@known.test']) await timeOf(port, question, email);
      measured.push(await compare(port, question, known));
    }
    return measured;
  });
