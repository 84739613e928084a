import { CircleCheck, CircleX, Info } from 'lucide-react';
import { flatten } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studioAfterWords } from '../../dashboard/words/studio-after.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useCalmContent } from '../page/use-checks.ts';
import { componentName } from '../palette/component-name.ts';
import { contentPicture } from '../state/story-content.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './AfterAnswer.module.css';
import { AnsweredPicture } from './AnsweredPicture.tsx';
import { whereItLay } from './same-picture.ts';
import { type AnsweredComponent, type SampleLook, sampleLooks } from './sample-looks.ts';
import { useCalmSelection } from './use-calm-selection.ts';

const titles = {
  right: studioAfterWords.right,
  wrong: studioAfterWords.wrong,
  vote: studioAfterWords.vote,
  tap: studioAfterWords.tap,
  rating: studioAfterWords.rating,
} as const;

const picked = ({ name, answer }: SampleLook): string =>
  name === 'rating' ? t(studioAfterWords.gaveStars, { answer }) : t(studioAfterWords.picked, { answer });

function LookTitle({ name }: { name: SampleLook['name'] }) {
  return (
    <span className={css.title} data-name={name}>
      {name === 'right' ? <CircleCheck size={14} aria-hidden /> : null}
      {name === 'wrong' ? <CircleX size={14} aria-hidden /> : null}
      {t(titles[name])}
    </span>
  );
}

const answered = (studio: Studio): AnsweredComponent[] =>
  flatten(studio).filter((one): one is AnsweredComponent => isAnswerable(one.kind));

/** How what is selected looks after an answer, as nobody should publish to see it; nothing where nothing of it is answered. */
export function AfterAnswer() {
  const studio = useEditorState(({ content }) => content.studio);
  const src = useEditorState(({ content }) => contentPicture(content));
  const selection = useCalmSelection();
  const calm = answered(useCalmContent(useEditor()).studio);
  const all = answered(studio)
    .filter(({ component }) => selection.includes(component.id))
    .map((one) => whereItLay(one, calm));
  if (all.length === 0) return null;
  return (
    <section
      className={css.root}
      aria-label={t(studioAfterWords.afterAnswer)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is too long it scrolls, also with the keyboard
      tabIndex={0}
    >
      <header className={css.head}>
        <h2 className="t-card">{t(studioAfterWords.afterAnswer)}</h2>
        <span className="t-caption">{t(studioAfterWords.sample)}</span>
      </header>
      {all.flatMap((one) =>
        sampleLooks(one).map((look) => (
          <figure key={`${one.component.id} ${look.name}`} className={css.look}>
            <figcaption>
              <LookTitle name={look.name} />
              <span className="t-caption">{picked(look)}</span>
            </figcaption>
            <AnsweredPicture
              one={one}
              state={look.state}
              story={{ background: studio.background, medium: studio.medium, src }}
              name={t(studioAfterWords.pictureOf, { name: componentName(one), look: t(titles[look.name]) })}
            />
          </figure>
        )),
      )}
      <p className={css.note}>
        <Info size={14} aria-hidden />
        {t(studioAfterWords.note)}
      </p>
    </section>
  );
}
