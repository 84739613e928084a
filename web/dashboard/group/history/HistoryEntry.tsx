import {
  ArrowUpDown,
  CirclePause,
  CirclePlay,
  FilePlus2,
  ImagePlus,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  ToggleRight,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { dateTimeIn, timeIn } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './HistoryEntry.module.css';
import { headline, summary } from './history-words.ts';

const icons: Record<string, LucideIcon> = {
  StoryGroupCreated: FilePlus2,
  StoryGroupStatusChanged: ToggleRight,
  StoryGroupDeleted: Trash2,
  StoryGroupMoved: ArrowUpDown,
  StoryGroupPinned: Pin,
  StoryGroupUnpinned: PinOff,
  StoryAdded: ImagePlus,
  StoryActivated: CirclePlay,
  StoryInactivated: CirclePause,
  StoryDeleted: Trash2,
  StoriesReordered: ArrowUpDown,
  StoryGroupRestored: RotateCcw,
  StoryRestored: RotateCcw,
};

/** One change in the list: when, what, in short how, and who. */
export function HistoryEntry(props: { row: HistoryRow; chosen: boolean; onChoose: () => void }) {
  const { row, chosen, onChoose } = props;
  const { timeZone } = useSession();
  const Icon = icons[row.action] ?? Pencil;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = line.current?.closest('[data-entries]');
    if (!chosen || !line.current || !list) return;
    const [entry, box] = [line.current.getBoundingClientRect(), list.getBoundingClientRect()];
    // By hand: the browser's own way would scroll the page as well.
    if (entry.top < box.top) list.scrollTop -= box.top - entry.top;
    else if (entry.bottom > box.bottom) list.scrollTop += entry.bottom - box.bottom;
  }, [chosen]);
  return (
    <li ref={line}>
      <button type="button" className={css.entry} aria-current={chosen ? 'true' : undefined} onClick={onChoose}>
        <time
          className="num"
          dateTime={new Date(row.ts * 1000).toISOString()}
          title={dateTimeIn(timeZone, row.ts, true)}
        >
          {timeIn(timeZone, row.ts)}
        </time>
        <span className={css.icon}>
          <Icon size={14} strokeWidth={2} aria-hidden />
        </span>
        <span className={css.text}>
          <span className={css.headline}>{headline(row.sentence)}</span>
          <span className={`${css.summary} truncate`}>{summary(row, timeZone)}</span>
        </span>
        <span title={row.actor.name}>
          <Avatar name={row.actor.name} id={row.actor.id} size={22} />
          <span className="visually-hidden">{t(groupWords.byName, { name: row.actor.name })}</span>
        </span>
      </button>
    </li>
  );
}
