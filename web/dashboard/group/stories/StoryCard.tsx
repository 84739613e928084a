import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { KeyboardEventHandler, MouseEventHandler, TouchEventHandler } from 'react';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { StoryPicture } from '../../designs/StoryPicture.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { studioEntryWords } from '../../words/studio-entry.en.ts';
import { t } from '../../words/t.ts';
import { StoryActs } from './StoryActs.tsx';
import css from './StoryCard.module.css';
import { StoryChips } from './StoryChips.tsx';
import storyGrid from './StoryGrid.module.css';
import { exactLine, storyLine } from './story-facts.ts';
import type { StoryList } from './story-list.ts';

interface DragListeners {
  onMouseDown?: MouseEventHandler;
  onTouchStart?: TouchEventHandler;
  onKeyDown?: KeyboardEventHandler;
}

/** One story as a card: its place, its picture, what it is, its figures and its switch. */
export function StoryCard({ story, list, movable }: { story: StoryRow; list: StoryList; movable: boolean }) {
  const { timeZone } = useSession();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: story.id,
    disabled: !movable,
  });
  const place = list.positions.get(story.id) ?? 0;
  const chosen = list.selected.has(story.id);
  const stats = list.stats?.[story.id];
  const now = Date.now() / 1000;
  const exact = exactLine(story, stats, timeZone, now);
  const edit = list.canEdit ? undefined : permissionText;
  const { onMouseDown, onTouchStart, onKeyDown } = (listeners ?? {}) as DragListeners;
  return (
    <li
      ref={setNodeRef}
      className={storyGrid.card}
      data-selected={chosen || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging by keyboard is on the button with the number */}
      <div className={storyGrid.picture} onMouseDown={onMouseDown} onTouchStart={onTouchStart}>
        <StoryPicture story={story} />
        <button
          type="button"
          className={storyGrid.open}
          aria-label={t(groupWords.editTitle, { title: story.title })}
          aria-disabled={edit ? true : undefined}
          onClick={() => (edit ? undefined : list.onEdit(story))}
        />
        {movable ? (
          <button
            ref={setActivatorNodeRef}
            type="button"
            className={`${css.place} num`}
            {...attributes}
            onKeyDown={onKeyDown}
            aria-label={t(groupWords.moveStory, { title: story.title, place })}
          >
            {place}
          </button>
        ) : (
          <span className={`${css.place} num`}>{place}</span>
        )}
        <Checkbox
          className={storyGrid.check}
          checked={chosen}
          hideLabel
          label={t(groupWords.selectTitle, { title: story.title })}
          onChange={(on, { shiftKey }) => list.onSelect(story.id, on, shiftKey)}
        />
        <StoryChips story={story} />
        <div className={storyGrid.actions}>
          <StoryActs story={story} list={list} />
        </div>
      </div>
      <Tooltip text={story.title} describes={false}>
        <p className={`${css.name} truncate`}>{story.title}</p>
      </Tooltip>
      <div className={css.line}>
        {list.drafts.has(story.id) ? <Badge kind="primary">{t(studioEntryWords.draft)}</Badge> : null}
        <Tooltip text={exact} describes={false}>
          <span className="truncate num">
            <span aria-hidden={exact !== null || undefined}>{storyLine(story, stats, timeZone, now) || '–'}</span>
            {exact === null ? null : <span className="visually-hidden">{exact}</span>}
          </span>
        </Tooltip>
        <Switch
          checked={story.status === storyStatus.active}
          label={t(groupWords.activeSwitch, { title: story.title })}
          disabledReason={list.canPublish ? undefined : permissionText}
          onChange={(on) => list.onSwitch(story, on)}
        />
      </div>
    </li>
  );
}
