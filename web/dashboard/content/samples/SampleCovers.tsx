import { lazy, Suspense, useState } from 'react';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './SampleCovers.module.css';
import { samples } from './samples.ts';

const SamplePreview = lazy(async () => ({ default: (await import('./SamplePreview.tsx')).SamplePreview }));

const sizes = [40, 48, 60, 48, 40];

/** Five covers as people see them in an app; each plays its stories in the real player. */
export function SampleCovers() {
  const [shown, setShown] = useState<string | null>(null);
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
        <Suspense fallback={null}>
          <SamplePreview start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
