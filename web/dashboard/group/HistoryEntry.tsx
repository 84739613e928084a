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
  ToggleRight,
  Trash2,
} from 'lucide-react';
import type { HistoryRow } from '#contracts/audit.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { dateTimeIn, timeIn } from '../kit/format.ts';
import { useSession } from '../shell/session-context.tsx';
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
};

/** One change in the list: when, what, in short how, and who. */
export function HistoryEntry(props: { row: HistoryRow; chosen: boolean; onChoose: () => void }) {
  const { row, chosen, onChoose } = props;
  const { timeZone, user } = useSession();
  const Icon = icons[row.action] ?? Pencil;
  return (
    <li>
      <button type="button" className="history-entry" aria-current={chosen ? 'true' : undefined} onClick={onChoose}>
        <time
          className="num"
          dateTime={new Date(row.ts * 1000).toISOString()}
          title={dateTimeIn(timeZone, row.ts, true)}
        >
          {timeIn(timeZone, row.ts)}
        </time>
        <span className="history-icon">
          <Icon size={14} strokeWidth={2} aria-hidden />
        </span>
        <span className="history-text">
          <span className="history-headline">{headline(row.sentence)}</span>
          <span className="history-summary truncate">{summary(row, timeZone)}</span>
        </span>
        <span title={row.actor.name}>
          <Avatar name={row.actor.name} size={22} primary={row.actor.id === user.id} />
          <span className="visually-hidden">by {row.actor.name}</span>
        </span>
      </button>
    </li>
  );
}
