import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programArgs } from '#ops/testing/program.ts';
import { alternate, type Line, type Measured, median, type RunSize } from './measure.ts';
import type { Load } from './requests.ts';

/** What a load generator is to do: the load over so many kept connections, each answer with that status. */
export interface Job {
  port: number;
  connections: number;
  status: number;
  load: Load;
}
/**
 * How long a job took, how much of a core the generator used, and how many milliseconds 95 % of the answers took at
 * most.
 */
export type JobResult = { ms: number; busy: number; p95: number } | { error: string };

const timeoutMs = 120_000;

/** A load generator in a process of its own. */
export interface LoadGenerator {
  /**
   * Answers per second; what is put off (503 with Retry-After) is sent again. Throws when another answer was not as
   * expected or two minutes are over.
   */
  run(job: Job): Promise<number>;
  /** The largest part of a core that any job took since the last call. */
  busiest(): number;
  /** How many milliseconds 95 % of the answers took at most, of each job since the last call. */
  p95s(): number[];
  stop(): Promise<void>;
}

/** Starts a load generator. */
export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(fileURLToPath(new URL('./load-generator-process.ts', import.meta.url)), {
    execArgv: programArgs('loadtest/bench/load-generator-process.ts').slice(0, -1),
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  let busiest = 0;
  let p95s: number[] = [];
  return {
    run: (job) =>
      new Promise((done, fail) => {
        const over = () => {
          clearTimeout(timer);
          child.off('message', heard);
          child.off('exit', gone);
        };
        const stopWith = (words: string) => {
          over();
          fail(new Error(words));
        };
        const gone = () => stopWith('the load generator ended');
        const heard = (message: unknown) => {
          over();
          const answer = message as JobResult;
          if ('error' in answer) return fail(new Error(answer.error));
          busiest = Math.max(busiest, answer.busy);
          p95s.push(answer.p95);
          done(job.load.count / (answer.ms / 1000));
        };
        const timer = setTimeout(() => stopWith('the load took too long'), timeoutMs);
        child.once('message', heard);
        child.once('exit', gone);
        child.send(job);
      }),
    busiest() {
      const answer = busiest;
      busiest = 0;
      return answer;
    },
    p95s() {
      const answer = p95s;
      p95s = [];
      return answer;
    },
    async stop() {
      child.disconnect();
      child.kill();
      await exited;
    },
  };
};

/** A note for the results when the generator may have been what was measured. */
export const generatorNote = (client: LoadGenerator): string =>
  `load generator at most ${Math.round(client.busiest() * 100)} % of a core`;

/** Answers per second of ours and of a peer, in turns, and how many milliseconds 95 % of ours took: the median of the turns. */
export const compareRates = async (
  client: LoadGenerator,
  line: Pick<Line, 'path' | 'peer'>,
  size: RunSize,
  ours: Job,
  theirs: Job,
): Promise<{ row: Measured; p95: number }> => {
  const p95s: number[] = [];
  const row = await alternate(
    { ...line, unit: 'answers/s', goal: null, floor: null },
    size,
    async () => {
      client.p95s();
      const rate = await client.run(ours);
      p95s.push(...client.p95s());
      return rate;
    },
    () => client.run(theirs),
  );
  return { row, p95: median(p95s) };
};
