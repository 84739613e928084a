import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { Card } from '../../kit/Card.tsx';
import { prefersReducedMotion } from '../../theme/mode.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { dragAnnouncements } from './drag-announcements.ts';
import { GroupCard, type GroupCardProps } from './GroupCard.tsx';
import css from './GroupCards.module.css';
import { SortableCard } from './SortableCard.tsx';
import { swallowClick } from './swallow-click.ts';
import { cardGap, cardHeight, useColumns } from './use-columns.ts';
import { useDrawnLines } from './use-drawn-lines.ts';

/** Properties of the GroupGrid; `cardOf` gives what a card shows. */
export interface GroupGridProps {
  rows: readonly StoryGroupRow[];
  orderable: boolean;
  selecting: boolean;
  cardOf: (row: StoryGroupRow) => GroupCardProps;
  /** A group was dropped on the place of another. */
  onMove: (groupId: string, overId: string) => void;
  onDragging: (dragging: boolean) => void;
}

// Sensors made anew at each drawing would have every card drawn again.
const byMouse = { activationConstraint: { distance: 6 } };
const byTouch = { activationConstraint: { delay: 250, tolerance: 8 } };
// A page that still glides when the next key comes would have the card follow a place that moves away.
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const };

const instructions = {
  draggable: t(contentWords.dragHelp),
};

// The width of a card is what places the bones of those that are still to come.
const gridStyle = (columns: number) =>
  ({
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: cardHeight,
    '--card-width': `calc((100% - ${(columns - 1) * cardGap}px) / ${columns})`,
  }) as CSSProperties;

/** The groups as cards, in rows of which only those near the window are drawn; they are moved by dragging. */
export function GroupGrid({ rows, orderable, selecting, cardOf, onMove, onDragging }: GroupGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const { columns, top } = useColumns(list);
  const [activeId, setActiveId] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor, byTouch),
    useSensor(KeyboardSensor, byKeyboard),
  );
  const active = activeId === null ? undefined : rows.find((row) => row.id === activeId);
  const activeLine = active ? Math.floor(rows.indexOf(active) / columns) : null;
  const lines = Math.ceil(rows.length / columns);
  const { drawn, filling } = useDrawnLines({ lines, columns, top, kept: activeLine });
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const announcements = useMemo(() => dragAnnouncements(rows, t(contentWords.dragUnnamed)), [rows]);

  const stop = () => {
    swallowClick();
    setActiveId(null);
    onDragging(false);
  };
  const onDragEnd = ({ active: moved, over }: DragEndEvent) => {
    stop();
    if (over && over.id !== moved.id) onMove(String(moved.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragStart={({ active: taken }) => {
        setActiveId(String(taken.id));
        onDragging(true);
      }}
      onDragCancel={stop}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul
          ref={list}
          className={css.grid}
          aria-label={t(contentWords.storyGroups)}
          data-selecting={selecting || undefined}
          data-filling={filling || undefined}
          style={{ ...gridStyle(columns), height: Math.max(0, lines * (cardHeight + cardGap) - cardGap) }}
        >
          {drawn.flatMap((line) =>
            rows
              .slice(line * columns, (line + 1) * columns)
              .map((row, column) => (
                <SortableCard key={row.id} line={line} column={column} orderable={orderable} {...cardOf(row)} />
              )),
          )}
        </ul>
      </SortableContext>
      <DragOverlay dropAnimation={prefersReducedMotion() ? null : { duration: 180, easing: 'ease-out' }}>
        {active ? (
          <Card padded={false} className={css.card} data-lifted aria-hidden inert>
            <GroupCard {...cardOf(active)} />
          </Card>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
