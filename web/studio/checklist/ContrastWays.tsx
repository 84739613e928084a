import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './ContrastWays.module.css';
import { type ContrastChoice, contrastChoices } from './repair-contrast.ts';

/** Properties of ContrastWays; `sample` is what was measured behind the words. */
export interface ContrastWaysProps {
  one: FlatComponent;
  sample: ContrastSample | undefined;
  onIgnore: () => void;
}

const names = {
  darkText: checklistWords.darkText,
  lightText: checklistWords.lightText,
  shade: checklistWords.shade,
  box: checklistWords.box,
} as const;

const rgb = ([r, g, b]: readonly number[]) => `rgb(${r} ${g} ${b})`;

/** The ways to make words easier to read, each as it would look, with the contrast that it gives. */
export function ContrastWays({ one, sample, onIgnore }: ContrastWaysProps) {
  const editor = useEditor();
  const content = useEditorState((state) => state.content);
  const [chosen, setChosen] = useState(0);
  const { id } = one.component;
  const choices = contrastChoices(content.studio, id, content.media !== null, sample);
  const choice = choices[Math.min(chosen, choices.length - 1)];
  const look = ({ design }: ContrastChoice) => {
    const found = Object.values(design)
      .flatMap((list) => (Array.isArray(list) ? (list as FlatComponent['component'][]) : []))
      .find((component) => component.id === id);
    return found && 'text_color' in found
      ? { color: found.text_color, backgroundColor: found.background ?? 'transparent' }
      : {};
  };
  return (
    <div className={css.root}>
      <div className={css.choices} role="radiogroup" aria-label={t(checklistWords.contrastWays)}>
        {choices.map((one, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a choice that shows how it looks is no plain input
          <button
            key={one.repair}
            type="button"
            role="radio"
            aria-checked={one === choice}
            className={css.choice}
            style={{ backgroundColor: sample ? rgb(sample.light) : (content.studio.background ?? '#000000') }}
            onClick={() => setChosen(at)}
          >
            <span className={css.sample} style={look(one)}>
              {t(names[one.repair])}
            </span>
          </button>
        ))}
      </div>
      <div className={css.acts}>
        {choice ? (
          <span className={`${css.ratio} num`}>
            <CircleCheck size={14} aria-hidden />
            {t(checklistWords.ratio, { ratio: choice.ratio.toFixed(1) })}
          </span>
        ) : null}
        <Button variant="quiet" size="small" onClick={onIgnore}>
          {t(checklistWords.ignore)}
        </Button>
        {choice ? (
          <Button variant="accent" size="small" onClick={() => editor.edit(() => choice.design, null)}>
            {t(checklistWords.use)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
