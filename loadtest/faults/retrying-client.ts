import { Agent, request } from 'node:http';
import { delay } from '#kernel/platform/delay.ts';
import { pick, type Random } from '#ops/testing/random.ts';

/** A request, before one of the processes is chosen for it. */
export interface HttpCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A response with its body read. */
export interface HttpResponse {
  status: number;
  body: { data?: unknown; code?: string; message?: string };
}

/** Counts of all requests of a run: attempts, repeated ones, and those without a response. */
export interface RequestCounts {
  sent: number;
  repeats: number;
  unanswered: number;
}

/** An HTTP client of several processes, which retries until a request is answered for good. */
export interface RetryingClient {
  tally: RequestCounts;
  /** One attempt at one address; null when no response came. */
  attempt(address: string, call: HttpCall): Promise<HttpResponse | null>;
  /**
   * Repeats a request, at any process, until it is answered for good. Null when `givesUp` says so after an attempt that
   * left open what happened. Throws after two minutes.
   */
  retryUntilAnswered(call: HttpCall, givesUp?: () => boolean): Promise<HttpResponse | null>;
  /** Ends all retrying: whatever is still being retried throws. */
  close(): void;
}

const answerMs = 8000;
const timeoutMs = 120_000;

const isOpen = (answer: HttpResponse | null): boolean =>
  answer === null || answer.status >= 500 || answer.status === 429 || answer.body.code === 'Conflict';

/** Sends one request and reads the whole answer; throws when there is none in time. */
const exchange = (agent: Agent, address: string, { method, path, headers, body }: HttpCall): Promise<HttpResponse> =>
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
export const createRetryingClient = (addresses: readonly string[], random: Random): RetryingClient => {
  const tally: RequestCounts = { sent: 0, repeats: 0, unanswered: 0 };
  // Fetch takes twice the processor time, which a run spends on thousands of requests that nobody takes.
  const agent = new Agent({ keepAlive: true });
  let closed = false;

  const once = (address: string, call: HttpCall): Promise<HttpResponse | null> => {
    tally.sent += 1;
    return exchange(agent, address, call).catch(() => {
      tally.unanswered += 1;
      return null;
    });
  };

  return {
    tally,
    attempt: once,
    close() {
      closed = true;
      agent.destroy();
    },
    async retryUntilAnswered(call, givesUp = () => false) {
      const until = Date.now() + timeoutMs;
      for (let wait = 10; ; wait = Math.min(wait * 2, 300)) {
        const answer = await once(pick(random, addresses), call);
        if (answer && !isOpen(answer)) return answer;
        if (givesUp()) return null;
        if (closed) throw new Error('the run has ended');
        if (Date.now() > until) throw new Error(`${call.method} ${call.path} found no answer within two minutes`);
        await delay(wait);
        tally.repeats += 1;
      }
    },
  };
};
