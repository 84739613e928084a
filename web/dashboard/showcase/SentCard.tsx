import {
  Bell,
  BellOff,
  ChartColumn,
  CircleCheck,
  Eye,
  ListChecks,
  LogOut,
  type LucideIcon,
  MousePointerClick,
  Pause,
  Play,
  ShoppingBag,
  SkipBack,
  SkipForward,
  Smile,
  Star,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import { Card } from '../kit/Card.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import { describeRow } from './describe-row.ts';
import css from './SentCard.module.css';
import showcaseParts from './ShowcaseParts.module.css';
import type { PlayerLogRow } from './use-player.ts';

const byType: Record<string, LucideIcon> = {
  bar_impression: Eye,
  story_impression: Eye,
  group_opened: Play,
  story_resumed: Play,
  story_paused: Pause,
  story_clicked: MousePointerClick,
  story_next: SkipForward,
  story_skipped: SkipForward,
  group_next: SkipForward,
  story_previous: SkipBack,
  group_previous: SkipBack,
  story_completed: CircleCheck,
  group_completed: CircleCheck,
  story_left: LogOut,
  group_closed: LogOut,
  component_impression: Eye,
  reaction_clicked: Smile,
  poll_selected: ChartColumn,
  quiz_answered: ListChecks,
  rating_submitted: Star,
  countdown_reminder_set: Bell,
  countdown_reminder_removed: BellOff,
  product_tag_clicked: ShoppingBag,
};

function Row({ row, groups }: { row: PlayerLogRow; groups: SdkStories['data']['groups'] }) {
  const { name, about } = describeRow(row, groups);
  const Icon = byType[row.event.type] ?? Eye;
  return (
    <li className={css.row}>
      <span className={`${css.rowTime} num`}>{t(showcaseWords.seconds, { seconds: (row.at / 1000).toFixed(1) })}</span>
      <span className={showcaseParts.rowText}>
        <b className="truncate">{name}</b>
        <span className="t-caption truncate">{about}</span>
      </span>
      <Icon size={16} aria-hidden />
    </li>
  );
}

/** What the player would send from an app, as it happens, the newest line last and in view. */
export function SentCard({ log, groups }: { log: PlayerLogRow[]; groups: SdkStories['data']['groups'] }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line scrolls the list
  useEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [log]);
  return (
    <Card
      as="section"
      title={t(showcaseWords.eventsTitle)}
      titleEnd={<Badge kind="neutral">{t(showcaseWords.preview)}</Badge>}
    >
      {log.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
        <ul ref={list} className={css.log} tabIndex={0} aria-label={t(showcaseWords.eventsLabel)}>
          {log.map((row) => (
            <Row key={row.key} row={row} groups={groups} />
          ))}
        </ul>
      ) : (
        <p className="t-small">{t(showcaseWords.noEventsText)}</p>
      )}
    </Card>
  );
}
