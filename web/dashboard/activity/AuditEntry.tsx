import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { splitSentence } from '../group/history/history-words.ts';
import { Badge } from '../kit/text/Badge.tsx';
import { dateTimeIn, timeIn } from '../kit/text/format.ts';
import { ActorMark } from './ActorMark.tsx';
import css from './AuditEntry.module.css';
import { type AuditRun, sentenceOfRun } from './audit-runs.ts';
import { actIcon, thingName, wayOf } from './audit-words.ts';
import entryParts from './EntryParts.module.css';

/** Properties of one line of the list; `unfolded` says whether the rows of a run stand below it, null for a single row. */
export interface AuditEntryProps {
  run: AuditRun;
  timeZone: string;
  chosen: boolean;
  unfolded: boolean | null;
  /** Where it belongs, before its changes in short. */
  place?: string | undefined;
  /** Whether it stands below the line of its run. */
  inner: boolean;
  onPress: (run: AuditRun) => void;
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
  entries[entries.indexOf(event.currentTarget) + by]?.focus();
}

function WhatFor({ row }: { row: AuditRow }) {
  const Icon = actIcon(row.action);
  const way = wayOf(row);
  return (
    <span className={entryParts.kind}>
      {way ? <Badge kind={way.staff ? 'waiting' : 'neutral'}>{way.text}</Badge> : null}
      <span className={css.thing}>
        <Icon size={14} strokeWidth={2} aria-hidden />
        {thingName(row.subject.type)}
      </span>
    </span>
  );
}

/** One line of what was done: when, who, what, in short how, and on what kind of thing; often the same is one line. */
export const AuditEntry = memo(function AuditEntry(props: AuditEntryProps) {
  const { run, timeZone, chosen, unfolded, inner, place, onPress } = props;
  const [row] = run.rows;
  const brief = [place, run.brief].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className={entryParts.entry}
      data-entry
      data-inner={inner || undefined}
      aria-current={chosen ? 'true' : undefined}
      aria-expanded={unfolded ?? undefined}
      onClick={() => onPress(run)}
      onKeyDown={moveFocus}
    >
      <time className="num" dateTime={new Date(row.ts * 1000).toISOString()} title={dateTimeIn(timeZone, row.ts, true)}>
        {timeIn(timeZone, row.ts)}
        <span className={css.seconds}>{timeIn(timeZone, row.ts, true).slice(-3)}</span>
      </time>
      <ActorMark actor={row.actor} size={24} />
      <span className={entryParts.text}>
        <span className={css.sentence}>
          <strong>{row.actor.name}</strong>{' '}
          {splitSentence(sentenceOfRun(run)).map(({ at, text, name }) =>
            name ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
          )}
        </span>
        {brief ? <span className={`${entryParts.brief} truncate`}>{brief}</span> : null}
      </span>
      {unfolded === null ? <WhatFor row={row} /> : <ChevronDown className={css.fold} size={16} aria-hidden />}
    </button>
  );
});
