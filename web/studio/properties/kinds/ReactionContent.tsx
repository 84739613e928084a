import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, horizontalListSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useId } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { Field } from '../../../dashboard/kit/fields/Field.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { EmojiPicker } from '../EmojiPicker.tsx';
import { useFields } from '../use-fields.ts';
import { AnswerSwitches } from './AnswerSwitches.tsx';
import { EmojiChip } from './EmojiChip.tsx';
import css from './emoji.module.css';

const byMouse = { activationConstraint: { distance: 6 } };
const byTouch = { activationConstraint: { delay: 220, tolerance: 8 } };

/** The emoji of a reaction, three to five of them, and those that there are to choose from. */
export function ReactionContent({ one }: { one: Extract<FlatComponent, { kind: 'reaction' }> }) {
  const id = useId();
  const { fault, setAnswers } = useFields(one);
  const sensors = useSensors(useSensor(MouseSensor, byMouse), useSensor(TouchSensor, byTouch));
  const { emojis } = one.component;
  const [least, most] = studioLimits.emojis;
  const move = (from: number, to: number) => setAnswers({ emojis: arrayMove(emojis, from, to) });
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) move(emojis.indexOf(String(active.id)), emojis.indexOf(String(over.id)));
  };
  return (
    <>
      <Field
        id={id}
        label={t(studioPropertyWords.emojis)}
        end={t(studioPropertyWords.threeToFive)}
        error={fault('emojis')}
        group
      >
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
          <SortableContext items={emojis} strategy={horizontalListSortingStrategy}>
            <ul className={css.chips}>
              {emojis.map((emoji, at) => (
                <EmojiChip
                  key={emoji}
                  emoji={emoji}
                  at={at}
                  count={emojis.length}
                  onMove={(to) => move(at, to)}
                  onRemove={
                    emojis.length > least
                      ? () => setAnswers({ emojis: emojis.filter((known) => known !== emoji) })
                      : undefined
                  }
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      </Field>
      <EmojiPicker
        chosen={emojis}
        fullReason={emojis.length < most ? null : t(studioPropertyWords.emojisFull, { most })}
        onPick={(emoji) => setAnswers({ emojis: [...emojis, emoji] })}
      />
      <AnswerSwitches one={one} results={t(studioPropertyWords.showShares)} />
    </>
  );
}
