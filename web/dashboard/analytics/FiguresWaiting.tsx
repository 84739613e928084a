import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';

/** The shape of the figures while they load. */
export function FiguresWaiting() {
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Loading label={t(analyticsWords.loading)} />
      <Skeleton height={360} radius={12} />
      <Skeleton height={420} radius={12} />
    </div>
  );
}
