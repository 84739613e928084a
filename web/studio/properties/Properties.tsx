import { useRef } from 'react';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditorState } from '../state/use-editor.ts';
import { AskWording } from './AskWording.tsx';
import css from './Properties.module.css';
import { PanelContext, type PanelFacts } from './panel-context.ts';
import { SelectionHead, StoryHead } from './SelectionHead.tsx';
import { SeveralProperties } from './SeveralProperties.tsx';
import { SingleProperties } from './SingleProperties.tsx';
import { StoryProperties } from './StoryProperties.tsx';
import { usePanelState } from './use-panel-state.ts';
import { useSelected } from './use-selected.ts';

/** The fields of what is selected: one component, several, or the story itself. */
export function Properties(facts: PanelFacts) {
  const head = useRef<HTMLElement>(null);
  const { panel, asked, onAnswer } = usePanelState(facts);
  const readOnly = useEditorState((state) => state.readOnly);
  const all = useSelected();
  const [first] = all;
  return (
    <PanelContext value={panel}>
      <section className={css.root} aria-label={t(studioPropertyWords.properties)}>
        <fieldset className={css.fields} disabled={readOnly}>
          <legend className="visually-hidden">{t(studioPropertyWords.properties)}</legend>
          <header ref={head}>{first ? <SelectionHead all={all} /> : <StoryHead />}</header>
          {first && all.length === 1 ? <SingleProperties key={first.kind} one={first} /> : null}
          {all.length > 1 ? <SeveralProperties all={all} /> : null}
          {first ? null : <StoryProperties />}
        </fieldset>
        {asked === null ? null : <AskWording anchor={head.current} onAnswer={onAnswer} />}
      </section>
    </PanelContext>
  );
}
