import type { RedrawnStory } from '#contracts/story-group/rows.ts';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';
import { designPairWords } from '../words/design-pair.en.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { DesignLayer } from './DesignLayer.tsx';
import css from './DesignPair.module.css';

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

/** Properties of a DesignPair; `named` says which story it is, where there are several. */
export interface DesignPairProps extends Pick<RedrawnStory, 'title' | 'from' | 'to'> {
  named?: boolean;
}

/** A story whose design changes, drawn before and after; what changes is told in words beside it. */
export function DesignPair({ title, from, to, named }: DesignPairProps) {
  return (
    <section className={css.pair} aria-label={t(designPairWords.designOf, { title })}>
      {named ? <p className={`${css.title} t-small truncate`}>{title}</p> : null}
      <Side label={t(groupWords.before)} side={from} />
      <Side label={t(groupWords.after)} side={to} />
    </section>
  );
}
