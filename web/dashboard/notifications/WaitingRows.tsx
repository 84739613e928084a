import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import css from './WaitingRows.module.css';

const widths = ['68%', '56%', '74%', '48%', '62%'];

/** The shape of some notifications, while they are on their way. */
export function WaitingRows() {
  return (
    <>
      <Loading label={t(bellWords.loading)} />
      <div className={css.root}>
        {widths.map((width) => (
          <div key={width} className={css.row}>
            <Skeleton width={40} height={40} round />
            <div className={css.words}>
              <Skeleton width={width} height={13} />
              <Skeleton width="40%" height={11} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
