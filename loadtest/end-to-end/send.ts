import { Agent, request } from 'node:http';
import { delay } from '#kernel/platform/delay.ts';
import type { SdkRequest } from './batches.ts';

const senders = 16;
const answerMs = 10_000;
const pauseMs = 100;
const mostAttempts = 200;

/** An answer to a batch; status 0: there was none. */
export interface BatchResponse {
  status: number;
  retryAfter: string | undefined;
}

/** How far the sending is. */
export interface SendProgress {
  /** Bodies answered for good. */
  settled: number;
  accepted: number;
  /** Answers that told a sender to come again. */
  put_off: number;
  /** Ids of the batches that were accepted. */
  acknowledged: Set<string>;
}

/** Sends one body once. */
export const postBatch = (agent: Agent, address: string, { token, body }: SdkRequest): Promise<BatchResponse> =>
  new Promise((done) => {
    const nothing = () => done({ status: 0, retryAfter: undefined });
    const sent = request(
      `${address}/sdk/v1/${token}/events`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' }, timeout: answerMs },
      (answer) => {
        answer.resume();
        const said = { status: answer.statusCode!, retryAfter: answer.headers['retry-after'] };
        answer.on('end', () => done(said)).on('error', nothing);
      },
    );
    sent.on('timeout', () => sent.destroy()).on('error', nothing);
    sent.end(body);
  });

/** Whether a response asks for a retry as it must: 503 with Retry-After. */
export const asksToRetry = ({ status, retryAfter }: BatchResponse): boolean =>
  status === 503 && Number(retryAfter) >= 1;

/**
 * Sends everything to the addresses in turn, many bodies at once, each until it is answered for good; keeps `progress`
 * up to date.
 */
export const sendAll = async (
  addresses: readonly string[],
  all: readonly SdkRequest[],
  faults: string[],
  progress: SendProgress,
  onSettled: () => void,
): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  let next = 0;
  const insist = async (one: SdkRequest, index: number): Promise<number> => {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const answer = await postBatch(agent, addresses[(index + attempt) % addresses.length]!, one);
      if (answer.status !== 0 && answer.status < 500) return answer.status;
      if (asksToRetry(answer)) progress.put_off += 1;
      else if (answer.status !== 0) faults.push(`a batch was answered with ${JSON.stringify(answer)}`);
      await delay(pauseMs);
    }
    return 0;
  };
  const work = async () => {
    for (let index = next++; index < all.length; index = next++) {
      const one = all[index]!;
      const status = await insist(one, index);
      if (one.good !== (status === 202))
        faults.push(`a ${one.good ? 'good' : 'bad'} batch was answered with ${status}`);
      if (status === 202) {
        progress.accepted += 1;
        progress.acknowledged.add(JSON.parse(one.body).batch_id);
      }
      progress.settled += 1;
      onSettled();
    }
  };
  await Promise.all(Array.from({ length: senders }, work));
  agent.destroy();
};
