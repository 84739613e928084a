import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { dayHeading } from '../kit/text/format.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { AuditEntry } from './AuditEntry.tsx';
import css from './AuditTimeline.module.css';
import type { ActivityViewProps } from './activity-view-props.ts';
import { type AuditRun, runOf, runsOf } from './audit-runs.ts';
import entryParts from './EntryParts.module.css';

/** Properties of the AuditTimeline. */
export interface AuditTimelineProps {
  rows: readonly AuditRow[];
  timeZone: string;
  chosenId: string | null;
  onOpen: (id: string) => void;
  placeOf?: ActivityViewProps['placeOf'];
  /** Older rows: whether there are any, whether they are on their way, and how to ask for them. */
  older: { more: boolean; loading: boolean; failed: boolean; load: () => void };
}

type Line = { day: string; key: string } | { run: AuditRun; key: string; unfolded: boolean | null; inner: boolean };

const isDay = (line: Line | undefined): boolean => line !== undefined && 'day' in line;

/** What is drawn, a day and a run at a time; `unfolds` says of which runs the single rows are drawn as well. */
function linesOf(rows: readonly AuditRow[], zone: string, unfolds: (run: AuditRun) => boolean): Line[] {
  const now = Date.now() / 1000;
  const days = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const heading = dayHeading(zone, row.ts, now);
    const held = days.get(heading);
    if (held) held.push(row);
    else days.set(heading, [row]);
  }
  return [...days].flatMap(([day, ofDay]): Line[] => [
    { day, key: day },
    ...runsOf(ofDay, zone).flatMap((run): Line[] => {
      const [{ id }] = run.rows;
      if (run.rows.length === 1) return [{ run, key: id, unfolded: null, inner: false }];
      const unfolded = unfolds(run);
      const single = run.rows.map((row) => ({ run: runOf(row, zone), key: row.id, unfolded: null, inner: true }));
      return [{ run, key: `run ${id}`, unfolded, inner: false }, ...(unfolded ? single : [])];
    }),
  ]);
}

/** Which runs are unfolded: those that were pressed, and the one that holds a chosen row which its line does not stand for. */
function useUnfolded(chosenId: string | null) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map());
  const unfolds = useCallback(
    ({ rows: [first, ...others] }: AuditRun) => pressed.get(first.id) ?? others.some((row) => row.id === chosenId),
    [pressed, chosenId],
  );
  const toggle = useCallback(
    (run: AuditRun) => setPressed((before) => new Map(before).set(run.rows[0].id, !unfolds(run))),
    [unfolds],
  );
  return { unfolds, toggle };
}

const headingHeight = 40;
const entryHeight = 44;

/** What was done, newest first, by day; only what is near the window is drawn, older rows load on the way down. */
export function AuditTimeline({ rows, timeZone, chosenId, onOpen, placeOf, older }: AuditTimelineProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(200);
  const { unfolds, toggle } = useUnfolded(chosenId);
  const lines = useMemo(() => linesOf(rows, timeZone, unfolds), [rows, timeZone, unfolds]);
  const onPress = useCallback(
    (run: AuditRun) => (run.rows.length > 1 ? toggle(run) : onOpen(run.rows[0].id)),
    [toggle, onOpen],
  );
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (isDay(lines[index]) ? headingHeight : entryHeight),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
    scrollMargin: top,
  });
  const drawn = virtual.getVirtualItems();
  const end = drawn.at(-1)?.index ?? 0;
  const { more, loading, failed, load } = older;
  useEffect(() => {
    if (more && !loading && !failed && end >= lines.length - 20) load();
  }, [more, loading, failed, load, end, lines.length]);
  return (
    <>
      <div ref={list} className={css.list} style={{ height: virtual.getTotalSize() }}>
        <div style={{ transform: `translateY(${(drawn[0]?.start ?? top) - top}px)` }}>
          {drawn.map(({ index, key }) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <div key={key} ref={virtual.measureElement} data-index={index} className={css.line}>
                {'day' in line ? (
                  <h2 className={entryParts.day}>{line.day}</h2>
                ) : (
                  <AuditEntry
                    run={line.run}
                    timeZone={timeZone}
                    chosen={line.unfolded !== true && line.run.rows.some((row) => row.id === chosenId)}
                    unfolded={line.unfolded}
                    inner={line.inner}
                    place={placeOf?.(line.run.rows[0])}
                    onPress={onPress}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {more ? (
        <div className={css.more}>
          <Button size="small" loading={loading} onClick={load}>
            {failed ? t(activityWords.tryAgain) : t(activityWords.showOlderEntries)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
