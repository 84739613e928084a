import { ErrorState } from '../../dashboard/kit/states/ErrorState.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './StudioUnread.module.css';

/** In place of the studio where its story could not be read; what may pass can be tried again. */
export function StudioUnread({ passing, onRetry }: { passing: boolean; onRetry: () => void }) {
  return (
    <main className={css.root}>
      {passing ? (
        <ErrorState
          level={1}
          title={t(studioWords.didNotLoad)}
          text={t(studioWords.didNotLoadText)}
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
