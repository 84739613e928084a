import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { LinkField } from '../fields/LinkField.tsx';
import { WordsField } from '../fields/WordsField.tsx';

/** The words of a button or a swipe, and where it leads. */
export function CtaContent({ one }: { one: Extract<FlatComponent, { kind: 'cta' }> }) {
  return (
    <>
      <WordsField
        one={one}
        field="button_text"
        label={one.component.type === 'swipe' ? t(studioPropertyWords.swipeText) : t(studioPropertyWords.buttonText)}
        most={studioLimits.button}
      />
      <LinkField
        one={one}
        field="outlink"
        label={t(studioPropertyWords.webLink)}
        placeholder={t(studioPropertyWords.webLinkExample)}
      />
      <LinkField
        one={one}
        field="deep_link"
        label={t(studioPropertyWords.deepLink)}
        placeholder={t(studioPropertyWords.deepLinkExample)}
      />
    </>
  );
}
