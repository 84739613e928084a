import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useStore } from 'ra-core';
import { type MouseEvent, type TouchEvent, useMemo } from 'react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { dragAnnouncements } from '../../content/cards/drag-announcements.ts';
import { swallowClick } from '../../content/cards/swallow-click.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { InstanceCard, type InstanceCardProps } from './InstanceCard.tsx';
import css from './InstanceCarousel.module.css';
import { ordered } from './instance-order.ts';
import { useRail } from './use-rail.ts';

const noOrder: readonly string[] = [];

const instructions = {
  draggable: t(homeWords.dragHelp),
};

const startsDrag = (event: MouseEvent | TouchEvent) => !(event.target as Element).closest('button, a');

function Movable(props: Omit<InstanceCardProps, 'grip'> & { alone: boolean }) {
  const { alone, ...card } = props;
  const { instance, selected } = card;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: instance.id,
    disabled: alone,
  });
  const pass = (name: 'onMouseDown' | 'onTouchStart') => (event: MouseEvent | TouchEvent) => {
    if (startsDrag(event)) listeners?.[name]?.(event);
  };
  return (
    <Card
      as="li"
      padded={false}
      interactive
      selected={selected}
      className={css.instance}
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-movable={!alone || undefined}
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
    >
      <InstanceCard
        {...card}
        {...(alone
          ? {}
          : {
              grip: {
                ref: setActivatorNodeRef,
                'aria-roledescription': t(homeWords.sortable),
                'aria-describedby': attributes['aria-describedby'],
                onKeyDown: (event) => listeners?.onKeyDown?.(event),
                onMouseDown: (event) => listeners?.onMouseDown?.(event),
                onTouchStart: (event) => listeners?.onTouchStart?.(event),
              },
            })}
      />
    </Card>
  );
}

/** The instances of an app side by side; the first one is the selected one, and dragging changes which that is. */
export function InstanceCarousel({ app }: { app: AppRow }) {
  const { instance: chosen, selectInstance } = useSession();
  const [ids, keepOrder] = useStore<readonly string[]>(`home.order.${app.id}`, noOrder);
  const rows = useMemo(() => ordered(app.instances, ids, chosen?.id), [app.instances, ids, chosen?.id]);
  const rail = useRail<HTMLUListElement>(rows.length);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keep = (next: readonly InstanceRow[]) => {
    const order = next.map((row) => row.id);
    keepOrder(order);
    if (order[0] && order[0] !== chosen?.id) selectInstance(order[0]);
  };
  const place = (id: string | number) => rows.findIndex((row) => row.id === id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    swallowClick();
    if (over && over.id !== active.id) keep(arrayMove(rows, place(active.id), place(over.id)));
  };
  const announcements = useMemo(() => dragAnnouncements(rows, t(homeWords.dragUnnamed)), [rows]);
  return (
    <div className={css.carousel}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: instructions }}
        onDragEnd={onDragEnd}
        onDragCancel={swallowClick}
      >
        <SortableContext items={rows.map((row) => row.id)} strategy={horizontalListSortingStrategy}>
          <ul ref={rail.ref} className={css.instances} aria-label={t(homeWords.instances)}>
            {rows.map((row) => (
              <Movable
                key={row.id}
                instance={row}
                selected={row.id === chosen?.id}
                alone={rows.length < 2}
                onSelect={() => keep(arrayMove(rows, place(row.id), 0))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {rail.back ? (
        <IconButton
          className={css.railBack}
          variant="outlined"
          size="small"
          noTooltip
          label={t(homeWords.earlierInstances)}
          icon={<ChevronLeft />}
          onClick={() => rail.move(-1)}
        />
      ) : null}
      {rail.forth ? (
        <IconButton
          className={css.railForth}
          variant="outlined"
          size="small"
          noTooltip
          label={t(homeWords.moreInstances)}
          icon={<ChevronRight />}
          onClick={() => rail.move(1)}
        />
      ) : null}
    </div>
  );
}
