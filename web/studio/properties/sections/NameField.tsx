import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { WordsField } from '../fields/WordsField.tsx';

/** What layers and readers of screens call a component. */
export const NameField = ({ one }: { one: FlatComponent }) => (
  <WordsField
    one={one}
    field="name"
    label={t(studioPropertyWords.name)}
    hint={t(studioPropertyWords.nameHint)}
    most={studioLimits.name}
  />
);
