import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { dayHeading } from '../kit/text/format.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { AuditEntry } from './AuditEntry.tsx';
import css from './AuditTimeline.module.css';
import entryParts from './EntryParts.module.css';

/** Properties of the AuditTimeline; `ownId` is the person who looks. */
export interface AuditTimelineProps {
  rows: readonly AuditRow[];
  timeZone: string;
  chosenId: string | null;
  ownId: string | null;
  onOpen: (id: string) => void;
  /** Older rows: whether there are any, whether they are on their way, and how to ask for them. */
  older: { more: boolean; loading: boolean; failed: boolean; load: () => void };
}

type Line = { day: string; key: string } | { row: AuditRow; key: string; last: boolean };

function linesOf(rows: readonly AuditRow[], zone: string): Line[] {
  const now = Date.now() / 1000;
  const lines: Line[] = [];
  let day = '';
  for (const [index, row] of rows.entries()) {
    const heading = dayHeading(zone, row.ts, now);
    if (heading !== day) lines.push({ day: heading, key: heading });
    day = heading;
    const next = rows[index + 1];
    lines.push({ row, key: row.id, last: !next || dayHeading(zone, next.ts, now) !== day });
  }
  return lines;
}

const headingHeight = 40;
const entryHeight = 58;

/** What was done, newest first, by day; only what is near the window is drawn, older rows load on the way down. */
export function AuditTimeline({ rows, timeZone, chosenId, ownId, onOpen, older }: AuditTimelineProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(200);
  const lines = useMemo(() => linesOf(rows, timeZone), [rows, timeZone]);
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
    estimateSize: (index) => (lines[index] && 'day' in lines[index] ? headingHeight : entryHeight),
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
                    row={line.row}
                    timeZone={timeZone}
                    chosen={line.row.id === chosenId}
                    own={ownId !== null && line.row.actor.id === ownId}
                    onOpen={onOpen}
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
