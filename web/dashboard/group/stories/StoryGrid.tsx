import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { StoryCard } from './StoryCard.tsx';
import css from './StoryGrid.module.css';
import type { StoryList } from './story-list.ts';

/** Properties of a StoryGrid; `onMove` null means that the order cannot be changed now. */
export interface StoryGridProps extends StoryList {
  /** How many more stories the group can hold. */
  left: number;
  /** Where another story is made. */
  create?: string;
  onMove: ((from: string, to: string) => void) | null;
}

/** The stories as cards that can be dragged into another order, by mouse, finger or keyboard. */
export function StoryGrid(props: StoryGridProps) {
  const { stories, positions, left, create, onMove } = props;
  const [dragging, setDragging] = useState(false);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const name = (id: UniqueIdentifier) => stories.find((story) => story.id === id)?.title ?? t(groupWords.dragUnnamed);
  const at = (id: UniqueIdentifier) => ({ place: positions.get(String(id)) ?? 0, count: stories.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t(groupWords.dragPickedUp, { name: name(active.id), ...at(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t(groupWords.dragOver, { name: name(active.id), ...at(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t(groupWords.dragDropped, { name: name(active.id), ...at(over.id) }) : undefined,
    onDragCancel: ({ active }) => t(groupWords.dragCancelled, { name: name(active.id), ...at(active.id) }),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragging(false);
    if (over && over.id !== active.id) onMove?.(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => setDragging(true)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragging(false)}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t(groupWords.dragHelp),
        },
      }}
    >
      <SortableContext items={stories.map((story) => story.id)} strategy={rectSortingStrategy} disabled={!onMove}>
        <ul
          className={css.grid}
          data-dragging={dragging || undefined}
          data-selecting={props.selected.size > 0 || undefined}
        >
          {stories.map((story) => (
            <StoryCard key={story.id} story={story} list={props} movable={onMove !== null} />
          ))}
          {create && left > 0 ? (
            <li>
              <Link className={css.create} to={create}>
                <Plus size={20} aria-hidden />
                <span>{t(groupWords.createStory)}</span>
                <span className="t-caption num">{t(groupWords.placesLeft, { left })}</span>
              </Link>
            </li>
          ) : null}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
