import { lazy, useState } from 'react';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './SampleCovers.module.css';
import { samples } from './samples.ts';

const SamplePreview = lazy(async () => ({ default: (await import('./SamplePreview.tsx')).SamplePreview }));

const sizes = [40, 48, 60, 48, 40];

/** Five covers as people see them in an app; each plays its stories in the real player. */
export function SampleCovers() {
  const [shown, setShown] = useState<string | null>(null);
  const onFailed = usePartFailed(() => setShown(null));
  return (
    <div className={css.root}>
      {samples.map(({ id, title, icon }, place) => (
        <button
          key={id}
          type="button"
          className={css.sample}
          aria-haspopup="dialog"
          aria-label={t(contentWords.openSample, { title })}
          onClick={() => setShown(id)}
        >
          <Cover name={title} src={icon} size={sizes[place] ?? 48} state="active" />
        </button>
      ))}
      {shown === null ? null : (
        <LazyPart onFailed={onFailed}>
          <SamplePreview start={shown} onClose={() => setShown(null)} />
        </LazyPart>
      )}
    </div>
  );
}
