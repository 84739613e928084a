import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { WordsField } from '../fields/WordsField.tsx';
import { AnswerSwitches } from './AnswerSwitches.tsx';
import { OptionList } from './OptionList.tsx';

/** The question and the options of a poll. */
export function PollContent({ one }: { one: Extract<FlatComponent, { kind: 'poll' }> }) {
  return (
    <>
      <WordsField one={one} field="question" label={t(studioPropertyWords.question)} most={studioLimits.question} />
      <OptionList one={one} />
      <AnswerSwitches one={one} results={t(studioPropertyWords.showResults)} />
    </>
  );
}

/** The question and the options of a quiz, the right one among them, and what is said after the answer. */
export function QuizContent({ one }: { one: Extract<FlatComponent, { kind: 'quiz' }> }) {
  return (
    <>
      <WordsField one={one} field="question" label={t(studioPropertyWords.question)} most={studioLimits.question} />
      <OptionList one={one} />
      <WordsField
        one={one}
        field="explanation"
        label={t(studioPropertyWords.explanation)}
        most={studioLimits.explanation}
      />
      <AnswerSwitches one={one} results={t(studioPropertyWords.showOthers)} />
    </>
  );
}
