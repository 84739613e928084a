import { Agent, request } from 'node:http';
import { type Chance, pick } from './chance.ts';

/** A request as it goes to whichever process is asked. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** An answer with its body read. */
export interface Answer {
  status: number;
  body: { data?: unknown; code?: string; message?: string };
}

/** What became of all requests of a run. */
export interface Tally {
  sent: number;
  repeats: number;
  unanswered: number;
}

/** Sends to one of several processes. */
export interface Caller {
  tally: Tally;
  /** One attempt at one address; null when no answer came. */
  once(address: string, call: Call): Promise<Answer | null>;
  /**
   * Repeats a request, at any process, until it is answered for good. Null when `givesUp` says so after an attempt that
   * left open what happened. Throws after two minutes.
   */
  insist(call: Call, givesUp?: () => boolean): Promise<Answer | null>;
  /** Nobody insists any longer: they throw. */
  close(): void;
}

const answerMs = 8000;
const patienceMs = 120_000;

const isOpen = (answer: Answer | null): boolean =>
  answer === null || answer.status >= 500 || answer.status === 429 || answer.body.code === 'Conflict';

/** Sends one request and reads the whole answer; throws when there is none in time. */
const exchange = (agent: Agent, address: string, { method, path, headers, body }: Call): Promise<Answer> =>
  new Promise((done, fail) => {
    const text = JSON.stringify(body);
    const sent = request(
      address + path,
      {
        method,
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () => {
          try {
            done({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
          } catch (error) {
            fail(error);
          }
        });
      },
    );
    const late = setTimeout(() => sent.destroy(), answerMs);
    sent.on('close', () => {
      clearTimeout(late);
      fail(new Error('no answer'));
    });
    sent.on('error', fail);
    sent.end(text);
  });

/** A caller of the processes at these addresses. */
export const createCaller = (addresses: readonly string[], chance: Chance): Caller => {
  const tally: Tally = { sent: 0, repeats: 0, unanswered: 0 };
  // Fetch takes twice the processor time, which a run spends on thousands of requests that nobody takes.
  const agent = new Agent({ keepAlive: true });
  let closed = false;

  const once = (address: string, call: Call): Promise<Answer | null> => {
    tally.sent += 1;
    return exchange(agent, address, call).catch(() => {
      tally.unanswered += 1;
      return null;
    });
  };

  return {
    tally,
    once,
    close() {
      closed = true;
      agent.destroy();
    },
    async insist(call, givesUp = () => false) {
      const until = Date.now() + patienceMs;
      for (let wait = 10; ; wait = Math.min(wait * 2, 300)) {
        const answer = await once(pick(chance, addresses), call);
        if (answer && !isOpen(answer)) return answer;
        if (givesUp()) return null;
        if (closed) throw new Error('the run has ended');
        if (Date.now() > until) throw new Error(`${call.method} ${call.path} found no answer within two minutes`);
        await new Promise((done) => setTimeout(done, wait));
        tally.repeats += 1;
      }
    },
  };
};
