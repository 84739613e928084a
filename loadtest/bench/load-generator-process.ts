// The process of a load generator: takes jobs by message, answers how long they took. It reads no more of a response
// than it must.
import { connect } from 'node:net';
import type { Job, JobResult } from './load-generator.ts';
import { percentile } from './measure.ts';
import { makeRequests } from './requests.ts';

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');
const isChunked = (head: string): boolean => /\r\ntransfer-encoding: chunked/i.test(head);
const putOff = '503';
/** Seconds after which a request that was put off is to be sent again, as clients do; null for any other answer. */
const retryAfter = (head: string): number | null => {
  const [, seconds] = head.slice(9, 12) === putOff ? (/\r\nretry-after: (\d+)/i.exec(head) ?? []) : [];
  return seconds === undefined ? null : Number(seconds);
};
const lengthOf = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);

const drive = (port: number, requests: readonly Buffer[], status: string, took: number[]): Promise<void> =>
  new Promise((done, fail) => {
    let next = 0;
    let sent = 0;
    let held: Buffer | null = null;
    let missing = 0;
    let again: number | null = null;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const over = (error?: Error) => {
      socket.destroy();
      if (error) fail(error);
      else done();
    };
    const send = () => {
      const now = performance.now();
      if (next > 0) took.push(now - sent);
      sent = now;
      const request = requests[next++];
      if (request) socket.write(request);
      else over();
    };
    // The wait is part of what the job takes.
    const goOn = () => {
      if (again === null) return send();
      setTimeout(send, again * 1000);
      again = null;
      next -= 1;
    };
    const begin = (chunk: Buffer) => {
      const end = chunk.indexOf(headEnd);
      if (end < 0) {
        held = chunk;
        return;
      }
      const head = chunk.toString('latin1', 0, end);
      again = retryAfter(head);
      if (again === null && head.slice(9, 12) !== status)
        return over(new Error(`answered ${chunk.toString('latin1', 0, 1000)}`));
      if (isChunked(head)) {
        if (chunk.subarray(-lastChunk.length).equals(lastChunk)) return goOn();
        held = chunk;
        return;
      }
      const length = status === '304' ? 0 : lengthOf(head);
      if (Number.isNaN(length)) return over(new Error(`an answer without a length: ${head}`));
      missing = length - (chunk.length - end - headEnd.length);
      if (missing === 0) goOn();
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) goOn();
        return;
      }
      const whole = held ? Buffer.concat([held, chunk]) : chunk;
      held = null;
      begin(whole);
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server hung up')));
  });

process.on('message', async ({ port, connections, status, load }: Job) => {
  let answer: JobResult;
  try {
    const lists = makeRequests(load, connections);
    const cpu = process.cpuUsage();
    const start = performance.now();
    const took: number[] = [];
    await Promise.all(lists.map((list) => drive(port, list, String(status), took)));
    const ms = performance.now() - start;
    const used = process.cpuUsage(cpu);
    answer = { ms, busy: (used.user + used.system) / 1000 / ms, p95: percentile(took, 0.95) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.send!(answer);
});
