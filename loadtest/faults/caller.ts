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

/** A caller of the processes at these addresses. */
export const createCaller = (addresses: readonly string[], chance: Chance): Caller => {
  const tally: Tally = { sent: 0, repeats: 0, unanswered: 0 };

  let closed = false;

  const once = async (address: string, { method, path, headers, body }: Call): Promise<Answer | null> => {
    tally.sent += 1;
    try {
      const answer = await fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      const text = await answer.text();
      return { status: answer.status, body: JSON.parse(text) };
    } catch {
      tally.unanswered += 1;
      return null;
    }
  };

  return {
    tally,
    once,
    close() {
      closed = true;
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
