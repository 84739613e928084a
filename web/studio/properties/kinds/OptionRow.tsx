import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Circle, CircleCheck, GripVertical, X } from 'lucide-react';
import { useRef } from 'react';
import { optionLetters } from '#contracts/studio/answers.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { IconButton } from '../../../dashboard/kit/buttons/IconButton.tsx';
import { TextField } from '../../../dashboard/kit/fields/TextField.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { askedWords } from '../../edits/answers.ts';
import { cutText } from '../../edits/words.ts';
import { useEditor } from '../../state/use-editor.ts';
import { ColorField } from '../ColorField.tsx';
import { usePanel } from '../panel-context.ts';
import { useFields } from '../use-fields.ts';
import css from './kinds.module.css';
import { changedOption, type Optioned } from './option-changes.ts';

/** Properties of an OptionRow: the option at a place; without `onRemove` it has to stay. */
export interface OptionRowProps {
  one: Optioned;
  at: number;
  onRemove: (() => void) | undefined;
}

function OptionEnd({ one, at }: Omit<OptionRowProps, 'onRemove'>) {
  const { set, setAnswers, seal } = useFields(one);
  const { brand } = usePanel();
  const letter = optionLetters[at]!;
  if (one.kind === 'poll')
    return (
      <ColorField
        compact
        alpha
        label={t(studioPropertyWords.optionColor, { letter })}
        value={one.component.options[at]!.color}
        noneLabel={t(studioPropertyWords.barColor)}
        instead={one.component.accent_color}
        brand={brand?.colors}
        contrast={null}
        onChange={(color) => set(changedOption(one, at, { color }), `options.${at}.color`)}
        onSettled={seal}
      />
    );
  const right = one.component.correct === letter;
  return (
    // biome-ignore lint/a11y/useSemanticElements: each option has its own field between the radios
    <button
      type="button"
      role="radio"
      className={css.right}
      aria-checked={right}
      aria-label={t(studioPropertyWords.optionIsRight, { letter })}
      onClick={() => setAnswers({ correct: letter })}
    >
      {right ? <CircleCheck size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
      {right ? t(studioPropertyWords.right) : null}
    </button>
  );
}

/** One option: its place, its words, whether it is right or which color it has, and the way to take it out. */
export function OptionRow({ one, at, onRemove }: OptionRowProps) {
  const editor = useEditor();
  const { onWordsLeft } = usePanel();
  const { fault, set, seal } = useFields(one);
  const before = useRef('');
  const letter = optionLetters[at]!;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: letter,
  });
  const { id } = one.component;
  return (
    <li
      ref={setNodeRef}
      className={css.option}
      data-dragging={isDragging || undefined}
      data-right={(one.kind === 'quiz' && one.component.correct === letter) || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={css.grip}
        {...attributes}
        {...listeners}
        aria-label={t(studioPropertyWords.moveOption, { letter })}
      >
        <GripVertical size={14} aria-hidden />
      </button>
      <TextField
        label={t(studioPropertyWords.optionLabel, { letter })}
        hideLabel
        autoComplete="off"
        value={one.component.options[at]!.text}
        error={fault(`options.${at}.text`)}
        icon={
          <span className={css.letter} aria-hidden>
            {letter}
          </span>
        }
        end={<OptionEnd one={one} at={at} />}
        onChange={(text) =>
          set(changedOption(one, at, { text: cutText(text, studioLimits.option) }), `options.${at}.text`)
        }
        onFocus={() => {
          before.current = askedWords(editor.state.content.studio, id);
        }}
        onBlur={() => {
          seal();
          onWordsLeft(id, before.current);
        }}
      />
      <IconButton
        size="small"
        label={t(studioPropertyWords.removeOption, { letter })}
        icon={<X />}
        disabledReason={onRemove ? undefined : t(studioPropertyWords.twoAtLeast)}
        onClick={onRemove}
      />
    </li>
  );
}
