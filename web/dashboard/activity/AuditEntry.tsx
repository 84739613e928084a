import { type KeyboardEvent, memo } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { splitSentence, summary } from '../group/history/history-words.ts';
import { Badge } from '../kit/text/Badge.tsx';
import { dateTimeIn, timeIn } from '../kit/text/format.ts';
import { ActorMark } from './ActorMark.tsx';
import css from './AuditEntry.module.css';
import { actIcon, thingName, wayOf } from './audit-words.ts';
import entryParts from './EntryParts.module.css';

/** Properties of one entry of the list. */
export interface AuditEntryProps {
  row: AuditRow;
  timeZone: string;
  chosen: boolean;
  own: boolean;
  onOpen: (id: string) => void;
}

// Their sentence says all of it.
const plain = /^(StoryGroup(Moved|Pinned|Unpinned)|UserSigned(In|Out)|SignInFailed|SessionEnded)$/;

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
  entries[entries.indexOf(event.currentTarget) + by]?.focus();
}

/** One thing that was done: when, who, what, in short how, and on what kind of thing. */
export const AuditEntry = memo(function AuditEntry({ row, timeZone, chosen, own, onOpen }: AuditEntryProps) {
  const Icon = actIcon(row.action);
  const way = wayOf(row);
  const brief = plain.test(row.action) ? '' : summary(row, timeZone);
  return (
    <button
      type="button"
      className={entryParts.entry}
      data-entry
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onOpen(row.id)}
      onKeyDown={moveFocus}
    >
      <time className="num" dateTime={new Date(row.ts * 1000).toISOString()} title={dateTimeIn(timeZone, row.ts, true)}>
        {timeIn(timeZone, row.ts)}
      </time>
      <ActorMark actor={row.actor} own={own} />
      <span className={entryParts.text}>
        <span className={css.sentence}>
          <strong>{row.actor.name}</strong>{' '}
          {splitSentence(row.sentence).map(({ at, text, name }) =>
            name ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
          )}
        </span>
        {brief ? <span className={`${entryParts.brief} truncate`}>{brief}</span> : null}
      </span>
      <span className={entryParts.kind}>
        {way ? <Badge kind={way.staff ? 'waiting' : 'neutral'}>{way.text}</Badge> : null}
        <span className={css.thing}>
          <Icon size={14} strokeWidth={2} aria-hidden />
          {thingName(row.subject.type)}
        </span>
      </span>
    </button>
  );
});
