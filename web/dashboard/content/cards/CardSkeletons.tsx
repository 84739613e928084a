import { Card } from '../../kit/Card.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './GroupCards.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function CardSkeleton() {
  return (
    <Card as="li" className={css.card} padded={false}>
      <div className={css.cardHead}>
        <Skeleton round width={48} height={48} />
        <div className={`${css.cardNames} ${css.bones}`}>
          <Skeleton width="58%" height={12} />
          <Skeleton width="38%" height={10} />
        </div>
        <Skeleton width={32} height={18} radius={999} />
      </div>
      <div className={css.strip}>
        {places.map((place) => (
          <Skeleton key={place} height="100%" radius={5} />
        ))}
      </div>
      <div className={css.cardFoot}>
        <Skeleton width={58} height={20} radius={999} />
        <Skeleton width={58} height={20} radius={999} />
        <Skeleton width={44} height={12} style={{ marginLeft: 'auto' }} />
      </div>
    </Card>
  );
}

/** Cards of the final shape while the groups are loading. */
export function CardSkeletons({ count = 12 }: { count?: number }) {
  return (
    <>
      <Loading label={t(contentWords.loadingGroups)} />
      <ul className={css.grid} data-loading aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <CardSkeleton key={index} />
        ))}
      </ul>
    </>
  );
}
