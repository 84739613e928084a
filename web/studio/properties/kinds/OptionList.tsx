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
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { type OptionLetter, optionLetters } from '#contracts/studio/answers.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { Button } from '../../../dashboard/kit/buttons/Button.tsx';
import { Field } from '../../../dashboard/kit/fields/Field.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { useFields } from '../use-fields.ts';
import css from './kinds.module.css';
import { OptionRow } from './OptionRow.tsx';
import { optionAnnouncements } from './option-announcements.ts';
import { type Optioned, orderOptions, withOption, withoutOption } from './option-changes.ts';

const byMouse = { activationConstraint: { distance: 6 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const };

/** The options of a poll or a quiz: two to four, in the order in which they stand, of a quiz with the right one marked. */
export function OptionList({ one }: { one: Optioned }) {
  const id = useId();
  const { fault, setAnswers } = useFields(one);
  const sensors = useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, byKeyboard),
  );
  const { options } = one.component;
  const [least, most] = studioLimits.options;
  const letters = optionLetters.slice(0, options.length);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const places = letters.map((_, at) => at);
    const at = (letter: unknown) => letters.indexOf(letter as OptionLetter);
    setAnswers(orderOptions(one, arrayMove(places, at(active.id), at(over.id))));
  };
  return (
    <Field
      id={id}
      label={t(studioPropertyWords.options)}
      end={one.kind === 'quiz' ? t(studioPropertyWords.markRight) : t(studioPropertyWords.twoToFour)}
      error={fault('options') ?? fault('correct')}
      group
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: optionAnnouncements,
          screenReaderInstructions: { draggable: t(studioPropertyWords.optionDragHelp) },
        }}
      >
        <SortableContext items={letters} strategy={verticalListSortingStrategy}>
          <ul className={css.list}>
            {letters.map((letter, at) => (
              <OptionRow
                key={letter}
                one={one}
                at={at}
                onRemove={options.length > least ? () => setAnswers(withoutOption(one, at)) : undefined}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {options.length < most ? (
        <Button
          size="small"
          variant="link"
          className={css.add}
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setAnswers(withOption(one))}
        >
          {t(studioPropertyWords.addOption)}
        </Button>
      ) : null}
    </Field>
  );
}
