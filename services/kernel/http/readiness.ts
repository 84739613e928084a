import type { Kernel } from '../kernel.ts';
import type { Part } from '../part.ts';

/** Whether a process can do its work, and what it cannot. */
export interface Readiness {
  ready: boolean;
  parts: string[];
  troubles: string[];
}

/** An answer stands for so long, however many ask. */
const heldMs = 1000;
/** A probe gives up after a second. */
const databaseMs = 800;

const databaseTrouble = async ({ db }: Pick<Kernel, 'db'>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`Postgres did not answer within ${databaseMs} ms`), databaseMs);
  });
  const asked = db.pool.query('select 1').then(
    () => null,
    (error: Error) => error.message,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
};

/**
 * Says whether a process is ready, asking Postgres at most once a second. `withoutDatabase` is there for a process that can
 * answer while Postgres is away, and says whether it can at this moment.
 */
export const createReadiness = (
  kernel: Pick<Kernel, 'db' | 'log'>,
  parts: () => readonly Part[],
  withoutDatabase: (() => boolean) | null,
): (() => Promise<Readiness>) => {
  const look = async (): Promise<Readiness> => {
    const troubles: Record<string, string> = {};
    for (const part of parts()) {
      const trouble = part.healthy();
      if (trouble) troubles[part.name] = trouble;
    }
    const database = await databaseTrouble(kernel);
    if (database !== null) troubles.database = database;
    const names = Object.keys(troubles);
    const ready = names.every((name) => name === 'database' && withoutDatabase?.());
    if (names.length > 0) kernel.log.warn({ troubles }, ready ? 'answers from memory' : 'not ready');
    return { ready, parts: parts().map((part) => part.name), troubles: names };
  };
  let held: { answer: Promise<Readiness>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (!held || held.until <= now) held = { answer: look(), until: now + heldMs };
    return held.answer;
  };
};
