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
import { horizontalListSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import type { DragEvent, ReactNode } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from './entries.ts';
import css from './Strip.module.css';
import { StripStory } from './StripStory.tsx';
import { UploadsNote } from './UploadsNote.tsx';

/** Properties of a Strip; `onMove` null means that the order cannot be changed. */
export interface StripProps {
  entries: readonly StripEntry[];
  contents: ReadonlyMap<string, StoryContent>;
  problems: ReadonlyMap<string, { errors: number; advice: number }>;
  openId: string;
  onOpen: (storyId: string) => void;
  onMove: ((from: string, to: string) => void) | null;
  /** Files were dropped. */
  onFiles: (files: readonly File[]) => void;
  /** What adds a story, at the end of the row. */
  add: ReactNode;
}

/** The stories of the group in their order: a click opens one, dragging moves what is published at once. */
export function Strip({ entries, contents, problems, openId, onOpen, onMove, onFiles, add }: StripProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space'] },
    }),
  );
  const movable = onMove ? entries.filter(({ story }) => story) : [];
  const name = (id: UniqueIdentifier) => contents.get(String(id))?.title || t(studioWords.untitled);
  const at = (id: UniqueIdentifier) => ({
    place: entries.findIndex((one) => one.id === id) + 1,
    count: movable.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t(studioWords.dragPickedUp, { name: name(active.id), ...at(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t(studioWords.dragOver, { name: name(active.id), ...at(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t(studioWords.dragDropped, { name: name(active.id), ...at(over.id) }) : undefined,
    onDragCancel: ({ active }) => t(studioWords.dragCancelled, { name: name(active.id), ...at(active.id) }),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove?.(String(active.id), String(over.id));
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };
  const most = limits.storiesPerGroup;
  return (
    <nav
      className={css.strip}
      aria-label={t(studioWords.strip)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t(studioWords.dragHelp) } }}
      >
        <SortableContext items={movable.map(({ id }) => id)} strategy={horizontalListSortingStrategy}>
          <ul className={css.row}>
            {entries.map((entry, place) => (
              <StripStory
                key={entry.id}
                entry={entry}
                place={place + 1}
                content={contents.get(entry.id)}
                open={entry.id === openId}
                movable={onMove !== null && entry.story !== null}
                problems={problems.get(entry.id)}
                onOpen={() => onOpen(entry.id)}
              />
            ))}
            <li>{add}</li>
          </ul>
        </SortableContext>
      </DndContext>
      <UploadsNote />
      <div className={css.count}>
        <div>{t(studioWords.stripCount, { count: entries.length })}</div>
        <div>{t(studioWords.stripLeft, { left: Math.max(0, most - entries.length), most })}</div>
      </div>
    </nav>
  );
}
