import type { RedrawnStory } from '#contracts/story-group/rows.ts';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import css from './BeforeAfter.module.css';
import { DesignLayer } from './DesignLayer.tsx';

/** A side is so many px wide. */
const width = 152;

function Side({ label, side }: { label: string; side: RedrawnStory['from'] }) {
  return (
    <figure className={css.side}>
      <figcaption>{label}</figcaption>
      {side ? (
        <StoryThumb src={side.picture} width={width}>
          {side.studio ? <DesignLayer studio={side.studio} src={side.picture} width={width} /> : null}
        </StoryThumb>
      ) : (
        <span className={css.none}>
          <span aria-hidden>{t(groupWords.noValue)}</span>
          <span className="visually-hidden">{t(groupWords.empty)}</span>
        </span>
      )}
    </figure>
  );
}

/** A story whose design changes, drawn before and after; what changes is told in words beside it. */
export function BeforeAfter({ title, from, to }: Pick<RedrawnStory, 'title' | 'from' | 'to'>) {
  return (
    <section className={css.pair} aria-label={t(groupWords.designOf, { title })}>
      <Side label={t(groupWords.before)} side={from} />
      <Side label={t(groupWords.after)} side={to} />
    </section>
  );
}
