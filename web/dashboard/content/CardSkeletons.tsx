import { Card } from '../kit/Card.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function CardSkeleton() {
  return (
    <Card as="li" className="content-card" padded={false}>
      <div className="content-card-head">
        <Skeleton round width={48} height={48} />
        <div className="content-card-names content-bones">
          <Skeleton width="58%" height={12} />
          <Skeleton width="38%" height={10} />
        </div>
        <Skeleton width={32} height={18} radius={999} />
      </div>
      <div className="content-strip">
        {places.map((place) => (
          <Skeleton key={place} height="100%" radius={5} />
        ))}
      </div>
      <div className="content-card-foot">
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
      <Loading label="Loading the story groups" />
      <ul className="content-grid" data-loading aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <CardSkeleton key={index} />
        ))}
      </ul>
    </>
  );
}
