import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { WordsField } from '../fields/WordsField.tsx';
import { AnswerSwitches } from './AnswerSwitches.tsx';
import { CountdownContent } from './CountdownContent.tsx';
import { CtaContent } from './CtaContent.tsx';
import { ImageContent } from './ImageContent.tsx';
import { PollContent, QuizContent } from './OptionsContent.tsx';
import { ProductTagContent } from './ProductTagContent.tsx';
import { ReactionContent } from './ReactionContent.tsx';

/** The fields that only components of a kind have. */
export function ContentOf({ one }: { one: FlatComponent }) {
  switch (one.kind) {
    case 'cta':
      return <CtaContent key={one.component.id} one={one} />;
    case 'image':
      return <ImageContent one={one} />;
    case 'text':
      return (
        <WordsField one={one} field="text" label={t(studioPropertyWords.text)} most={studioLimits.text} rows={3} />
      );
    case 'reaction':
      return <ReactionContent one={one} />;
    case 'quiz':
      return <QuizContent one={one} />;
    case 'poll':
      return <PollContent one={one} />;
    case 'rating':
      return (
        <>
          <WordsField one={one} field="question" label={t(studioPropertyWords.question)} most={studioLimits.question} />
          <AnswerSwitches one={one} results={t(studioPropertyWords.showAverage)} />
        </>
      );
    case 'countdown':
      return <CountdownContent key={one.component.id} one={one} />;
    case 'product_tag':
      return <ProductTagContent key={one.component.id} one={one} />;
  }
}
