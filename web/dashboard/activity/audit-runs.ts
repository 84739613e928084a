import { signInEvents } from '#contracts/audit/kinds.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { summary } from '../group/history/history-words.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { deviceOf } from './device.ts';

// Their sentence says all of it.
const plain = /^(StoryGroup(Moved|Pinned|Unpinned)|SubscriptionRenewed|InvoiceClosed|InvoicePaid)$/;

/** Whether a row tells of signing in or out. */
export const isSignIn = ({ action }: Pick<AuditRow, 'action'>): boolean => signInEvents.includes(action);

/** The device and the address that a request came from, as far as they are kept. */
const originOf = ({ user_agent, ip }: Pick<AuditRow, 'user_agent' | 'ip'>): string =>
  [user_agent ? deviceOf(user_agent) : '', ip ?? ''].filter(Boolean).join(', ');

/** What stands behind the sentence of a row: of a sign-in where it came from, else what was changed. */
function briefOf(row: AuditRow, zone: string): string {
  if (isSignIn(row)) return originOf(row);
  return plain.test(row.action) ? '' : summary(row, zone);
}

/** Rows that read the same and follow each other, newest first. */
export interface AuditRun {
  rows: readonly [AuditRow, ...AuditRow[]];
  brief: string;
}

/** A row by itself. */
export const runOf = (row: AuditRow, zone: string): AuditRun => ({ rows: [row], brief: briefOf(row, zone) });

const sameAct = (one: AuditRow, other: AuditRow): boolean =>
  one.action === other.action &&
  one.sentence === other.sentence &&
  one.actor.id === other.actor.id &&
  one.actor.type === other.actor.type &&
  one.on_behalf_of?.id === other.on_behalf_of?.id &&
  one.subject.id === other.subject.id;

/** The rows with those joined that say the same thing again; sign-ins are, from wherever they came. */
export function runsOf(rows: readonly AuditRow[], zone: string): AuditRun[] {
  const runs: { rows: [AuditRow, ...AuditRow[]]; brief: string }[] = [];
  for (const row of rows) {
    const brief = briefOf(row, zone);
    const last = runs.at(-1);
    const same = last !== undefined && last.brief === brief;
    if (last && sameAct(last.rows[0], row) && (same || isSignIn(row))) {
      last.rows.push(row);
      if (!same) last.brief = '';
    } else runs.push({ rows: [row], brief });
  }
  return runs;
}

/** The sentence of a run: how often it was done, where that was more than once. */
export function sentenceOfRun({ rows }: AuditRun): string {
  const [{ action, sentence }] = rows;
  return rows.length === 1 ? sentence : t(activityWords.doneAgain, { action, sentence, count: rows.length });
}
