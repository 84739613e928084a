import { ErrorState } from '../../dashboard/kit/states/ErrorState.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './StudioUnread.module.css';

/** Properties of a StudioUnread; `unbegun` says why no story could be added to be shown. */
export interface StudioUnreadProps {
  passing: boolean;
  unbegun?: string;
  onRetry: () => void;
}

/** In place of the studio where its story could not be read or begun; what may pass can be tried again. */
export function StudioUnread({ passing, unbegun, onRetry }: StudioUnreadProps) {
  return (
    <main className={css.root}>
      {passing ? (
        <ErrorState
          level={1}
          title={t(unbegun === undefined ? studioWords.didNotLoad : studioWords.notBegun)}
          text={unbegun ?? t(studioWords.didNotLoadText)}
          onRetry={onRetry}
        />
      ) : (
        <div className={css.gone}>
          <h1 className="t-page">{t(studioWords.gone)}</h1>
          <p>{t(studioWords.goneText)}</p>
          <a href="/content">{t(studioWords.toContent)}</a>
        </div>
      )}
    </main>
  );
}
