import { open } from 'node:fs/promises';
import { type ProofPeriod, proofDays, proofLayout, splitProofBits } from '#contracts/billing-proof/layout.ts';
import type { ProofRecount } from '#contracts/billing-proof/rows.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { billedByApp } from './by-app.ts';
import { countFromLog, type LogDeps, type LoggedViewer, type LogWatch } from './from-log.ts';
import type { KeptProof } from './kept.ts';
import { isoDayAt } from './period.ts';

interface FileViewer {
  viewer: Buffer;
  days: number;
  marked: boolean;
}

const { headerBytes, rowBytes, hashBytes } = proofLayout;
const portionRows = 10_000;

/** The rows of a file, one after the other, read in portions. */
async function* rowsOf(path: string): AsyncGenerator<FileViewer> {
  const file = await open(path, 'r');
  try {
    for (let at = headerBytes; ; at += portionRows * rowBytes) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(portionRows * rowBytes), { position: at });
      for (let row = 0; row + rowBytes <= bytesRead; row += rowBytes)
        yield {
          viewer: buffer.subarray(row, row + hashBytes),
          ...splitProofBits(buffer.readUInt32BE(row + hashBytes)),
        };
      if (bytesRead < buffer.length) return;
    }
  } finally {
    await file.close();
  }
}

const createComparison = (days: number) => {
  const byDay = Array.from({ length: days }, () => ({ file: 0, log: 0, only_file: 0, only_log: 0 }));
  let other_marks = 0;
  const each = (bits: number, name: keyof (typeof byDay)[number]): void => {
    for (let left = bits; left !== 0; left &= left - 1) byDay[31 - Math.clz32(left & -left)]![name] += 1;
  };
  return {
    byDay,
    otherMarks: () => other_marks,
    /** The same viewer as the file and as the log has them, null where one of the two has not. */
    add(file: FileViewer | null, log: LoggedViewer | null): void {
      const [inFile, inLog] = [file?.days ?? 0, log?.days ?? 0];
      each(inFile, 'file');
      each(inLog, 'log');
      each(inFile & ~inLog, 'only_file');
      each(inLog & ~inFile, 'only_log');
      if (file && log && file.marked !== log.marked) other_marks += 1;
    },
  };
};

/** Goes through file and log together, both in the order of hashes. */
async function* paired(
  path: string,
  portions: AsyncIterable<LoggedViewer[]>,
  pair: (file: FileViewer | null, log: LoggedViewer | null) => void,
): AsyncGenerator<LoggedViewer[]> {
  const rows = rowsOf(path);
  let next = await rows.next();
  try {
    for await (const portion of portions) {
      for (const log of portion) {
        while (!next.done && Buffer.compare(next.value.viewer, log.viewer) < 0) {
          pair(next.value, null);
          next = await rows.next();
        }
        const same = !next.done && next.value.viewer.equals(log.viewer);
        pair(same ? (next.value as FileViewer) : null, log);
        if (same) next = await rows.next();
      }
      yield portion;
    }
    for (; !next.done; next = await rows.next()) pair(next.value, null);
  } finally {
    await rows.return(undefined);
  }
}

/**
 * Counts the viewers of a sealed period anew from the batches that were counted then, and compares them with a file, the one
 * at `path`, viewer by viewer. All batches of the period must be kept.
 */
export const recountProof = async (
  kernel: LogDeps & Pick<Kernel, 'files'>,
  { statement, counted }: KeptProof,
  path: string,
  watch: LogWatch = {},
): Promise<ProofRecount> => {
  const period: ProofPeriod = statement;
  const { byDay, otherMarks, add } = createComparison(proofDays(period));
  let apps_hold: boolean | null = null;
  const take = async (portions: AsyncIterable<LoggedViewer[]>, ids: readonly string[]) => {
    const { by_app, in_several_apps } = await billedByApp(paired(path, portions, add), ids);
    const { summary } = statement;
    if (summary.by_app !== null)
      apps_hold =
        in_several_apps === summary.in_several_apps && JSON.stringify(by_app) === JSON.stringify(summary.by_app);
  };
  const batches = await countFromLog(kernel, period, counted, take, watch);
  const days = byDay.map((one, index) => ({ day: isoDayAt(period.from + index * 86_400), ...one }));
  const first = days.find(({ only_file, only_log }) => only_file + only_log > 0);
  return {
    batches,
    holds: !first && otherMarks() === 0 && apps_hold !== false,
    first_day: first?.day ?? null,
    days,
    other_marks: otherMarks(),
    apps_hold,
  };
};
