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
import { StoryCard } from './StoryCard.tsx';
import css from './StoryGrid.module.css';
import type { StoryList } from './story-list.ts';

/** Properties of a StoryGrid; `onMove` null means that the order cannot be changed now. */
export interface StoryGridProps extends StoryList {
  /** How many more stories the group can hold. */
  left: number;
  onCreate?: () => void;
  onMove: ((from: string, to: string) => void) | null;
}

/** The stories as cards that can be dragged into another order, by mouse, finger or keyboard. */
export function StoryGrid(props: StoryGridProps) {
  const { stories, positions, left, onCreate, onMove } = props;
  const [dragging, setDragging] = useState(false);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const name = (id: UniqueIdentifier) => stories.find((story) => story.id === id)?.title ?? 'The story';
  const place = (id: UniqueIdentifier) => `place ${positions.get(String(id)) ?? 0} of ${stories.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active.id)} is picked up, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} is put down, ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
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
          draggable: 'Press space to pick the story up, arrow keys to move it, space to put it down, Escape to cancel.',
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
          {onCreate && left > 0 ? (
            <li>
              <button type="button" className={css.create} onClick={onCreate}>
                <Plus size={20} aria-hidden />
                <span>Create Story</span>
                <span className="t-caption num">{left} of 100 left</span>
              </button>
            </li>
          ) : null}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
