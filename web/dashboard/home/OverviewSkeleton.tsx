import { Card } from '../kit/Card.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';

const four = ['a', 'b', 'c', 'd'];
const five = [...four, 'e'];

function Rows({ cover }: { cover: 'round' | 'tall' }) {
  return (
    <Card padded={false} className="home-top">
      <div className="home-part-head">
        <Skeleton width={130} height={14} />
        <Skeleton width={64} height={26} radius={8} />
      </div>
      <div>
        {five.map((place) => (
          <div key={place} className="home-top-row">
            <Skeleton width={8} height={12} />
            {cover === 'round' ? (
              <Skeleton width={34} height={34} round />
            ) : (
              <Skeleton width={24} height={43} radius={5} />
            )}
            <Skeleton width="60%" height={12} style={{ flex: '1 1 0' }} />
            <Skeleton width={44} height={12} />
          </div>
        ))}
      </div>
    </Card>
  );
}

/** The overview's own shape while its figures are on their way. */
export function OverviewSkeleton() {
  return (
    <div className="home-columns">
      <Loading label="Loading the figures" />
      <div className="home-cards">
        {four.map((place) => (
          <Card key={place} padded={false} className="home-card">
            <Skeleton width={72} height={12} style={{ margin: '4px 0' }} />
            <Skeleton width={96} height={24} style={{ margin: '4px 0' }} />
            <Skeleton width={56} height={12} style={{ margin: '4px 0' }} />
          </Card>
        ))}
      </div>
      <Card className="home-users">
        <div className="home-users-head">
          <Skeleton width={130} height={14} />
        </div>
        <Skeleton height={224} radius={8} />
      </Card>
      <Card className="home-latest">
        <div className="home-part-head">
          <Skeleton width={110} height={14} />
        </div>
        <div className="home-stories">
          {four.map((place) => (
            <div key={place} className="home-story">
              <Skeleton width={62} height={110} radius={8} />
              <Skeleton width={96} height={12} />
            </div>
          ))}
        </div>
      </Card>
      <div className="home-tops">
        <Rows cover="round" />
        <Rows cover="tall" />
      </div>
    </div>
  );
}
