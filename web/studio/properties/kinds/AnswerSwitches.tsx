import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { SwitchRow } from '../fields/SwitchRow.tsx';
import { useFields } from '../use-fields.ts';

/** Properties of the AnswerSwitches; `results` is what showing results is called. */
export interface AnswerSwitchesProps {
  one: Extract<FlatComponent, { kind: 'reaction' | 'quiz' | 'poll' | 'rating' }>;
  results: string;
}

/** What a viewer is shown after an answer: how others answered and how many, for which a reaction has no room. */
export function AnswerSwitches({ one, results }: AnswerSwitchesProps) {
  const { set } = useFields(one);
  const { show_results, show_total } = one.component;
  return (
    <>
      <SwitchRow label={results} checked={show_results} onChange={(on) => set({ show_results: on })} />
      {one.kind === 'reaction' ? null : (
        <SwitchRow
          label={t(studioPropertyWords.showTotal)}
          checked={show_total}
          onChange={(on) => set({ show_total: on })}
        />
      )}
    </>
  );
}
