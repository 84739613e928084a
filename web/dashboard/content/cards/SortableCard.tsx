import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type MouseEvent, memo, type TouchEvent } from 'react';
import { Card } from '../../kit/Card.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { GroupCard, type GroupCardProps } from './GroupCard.tsx';
import css from './GroupCards.module.css';
import { useTouchHold } from './use-touch-hold.ts';

const controls = 'button, input, label, [role="menu"]';
const grip = '[data-grip]';

// Menus of a card are its children to React though they stand elsewhere on the page.
const startsDrag = (event: MouseEvent | TouchEvent) => {
  const target = event.target as Element;
  return event.currentTarget.contains(target) && (target.closest(grip) || !target.closest(controls));
};

/** Properties of the SortableCard; line and column count from 0. */
export interface SortableCardProps extends GroupCardProps {
  orderable: boolean;
  line: number;
  column: number;
}

/** A card that is moved with the mouse, by holding it with a finger, or with its handle, also by the arrow keys. */
export const SortableCard = memo(function SortableCard({ orderable, line, column, ...card }: SortableCardProps) {
  const { row, selected, acts } = card;
  const sortable = useSortable({ id: row.id, disabled: !orderable });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable;
  const hold = useTouchHold(() => acts.select(row));
  const pass = (name: 'onMouseDown' | 'onTouchStart') => (event: MouseEvent | TouchEvent) => {
    if (startsDrag(event)) listeners?.[name]?.(event);
  };
  return (
    <Card
      as="li"
      interactive
      padded={false}
      selected={selected}
      className={css.card}
      ref={setNodeRef}
      style={{ gridArea: `${line + 1} / ${column + 1}`, transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-orderable={orderable || undefined}
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
      {...hold}
    >
      {orderable ? (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.cardGrip}
          data-grip
          aria-label={t(contentWords.moveTitle, { title: row.title })}
          aria-roledescription={t(contentWords.sortable)}
          aria-describedby={attributes['aria-describedby']}
          onKeyDown={(event) => listeners?.onKeyDown?.(event)}
        />
      ) : null}
      <GroupCard {...card} />
    </Card>
  );
});
