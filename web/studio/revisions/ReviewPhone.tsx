import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import { StoryThumb } from '../../dashboard/kit/pictures/StoryThumb.tsx';
import { asEdited } from '../drafts/story-draft.ts';
import { contentPicture } from '../state/story-content.ts';
import css from './Review.module.css';

/** Properties of a ReviewPhone; `empty` says why there is nothing to see. */
export interface ReviewPhoneProps {
  title: string;
  content: DraftContent;
  empty: string | null;
}

/** One form of a story, drawn as viewers see it. */
export function ReviewPhone({ title, content, empty }: ReviewPhoneProps) {
  const shown = asEdited(content);
  const src = contentPicture(shown);
  return (
    <figure className={css.phone}>
      <figcaption className="t-card">{title}</figcaption>
      {empty === null ? (
        <div className={css.screen} role="img" aria-label={`${title}: ${content.title}`}>
          <StoryThumb src={src} atMost={480}>
            <DesignLayer studio={shown.studio} src={src} width={480} />
          </StoryThumb>
        </div>
      ) : (
        <p className={css.empty}>{empty}</p>
      )}
    </figure>
  );
}
