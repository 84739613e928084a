import {
  type Announcements,
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
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, X } from 'lucide-react';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { limits } from '#contracts/api/limits.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { cutText } from '../edits/words.ts';
import { ColorField } from '../properties/ColorField.tsx';
import css from './Brand.module.css';

type Colors = BrandKit['colors'];

/** Properties of the ColorRows; `ids` tell the colors apart wherever they stand, `faults` are by path: `colors.0.name`. */
export interface ColorRowsProps {
  colors: Colors;
  ids: readonly string[];
  faults: Readonly<Record<string, string>>;
  onChange: (colors: Colors) => void;
}

const byMouse = { activationConstraint: { distance: 6 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const };

const nothing = () => {};

function ColorRow({ colors, ids, faults, at, onChange }: ColorRowsProps & { at: number }) {
  const { name, value } = colors[at]!;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: ids[at]!,
  });
  const place = at + 1;
  const set = (changes: Partial<Colors[number]>) => onChange(colors.with(at, { ...colors[at]!, ...changes }));
  return (
    <li
      ref={setNodeRef}
      className={css.colorRow}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={css.grip}
        {...attributes}
        {...listeners}
        aria-label={t(words.moveColor, { name })}
      >
        <GripVertical size={14} aria-hidden />
      </button>
      <TextField
        label={t(words.colorName, { place })}
        hideLabel
        autoComplete="off"
        value={name}
        error={name.trim() === '' ? t(words.nameNeeded) : faults[`colors.${at}.name`]}
        icon={
          <ColorField
            compact
            alpha={false}
            label={t(words.colorOf, { place })}
            value={value.slice(0, 7)}
            contrast={null}
            onChange={(color) => color && set({ value: color })}
            onSettled={nothing}
          />
        }
        end={<span className="t-caption num">{value}</span>}
        onChange={(next) => set({ name: cutText(next, limits.brandColorName) })}
      />
      <IconButton
        size="small"
        label={t(words.removeColor, { name })}
        icon={<X />}
        onClick={() => onChange(colors.filter((_, other) => other !== at))}
      />
    </li>
  );
}

/** The colors of a kit to name, change, order and remove. */
export function ColorRows(props: ColorRowsProps) {
  const { colors, ids, onChange } = props;
  const sensors = useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, byKeyboard),
  );
  const placeOf = (id: unknown): number => ids.indexOf(String(id));
  const told = (active: unknown, over: unknown = active) => ({
    name: colors[placeOf(active)]?.name ?? '',
    place: placeOf(over) + 1,
    count: colors.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t(words.picked, told(active.id)),
    onDragOver: ({ active, over }) => (over ? t(words.over, told(active.id, over.id)) : undefined),
    onDragEnd: ({ active, over }) => (over ? t(words.dropped, told(active.id, over.id)) : undefined),
    onDragCancel: ({ active }) => t(words.canceled, told(active.id)),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onChange(arrayMove(colors, placeOf(active.id), placeOf(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t(words.dragHelp) } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ul className={css.colorRows}>
          {ids.map((id, at) => (
            <ColorRow key={id} {...props} at={at} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
