import { DayChartSkeleton } from '../../charts/DayChartSkeleton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import latestStories from '../LatestStories.module.css';
import overviewParts from './OverviewParts.module.css';
import topLists from './TopLists.module.css';

const four = ['a', 'b', 'c', 'd'];
const five = [...four, 'e'];

function Rows({ cover }: { cover: 'round' | 'tall' }) {
  return (
    <Card padded={false} className={topLists.top}>
      <div className={topLists.partHead}>
        <Skeleton width={130} height={14} />
        <Skeleton width={64} height={26} radius={8} />
      </div>
      <div>
        {five.map((place) => (
          <div key={place} className={topLists.topRow}>
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
    <div className={overviewParts.columns}>
      <Loading label={t(homeWords.loadingFigures)} />
      <div className={overviewParts.cards}>
        {four.map((place) => (
          <Card key={place} padded={false} className={overviewParts.card}>
            <Skeleton width={72} height={12} style={{ margin: '4px 0' }} />
            <Skeleton width={96} height={24} style={{ margin: '4px 0' }} />
            <Skeleton width={56} height={12} style={{ margin: '4px 0' }} />
          </Card>
        ))}
      </div>
      <DayChartSkeleton className={overviewParts.users} />
      <Card className={latestStories.latest}>
        <div className={topLists.partHead}>
          <Skeleton width={110} height={14} />
        </div>
        <div className={latestStories.stories}>
          {four.map((place) => (
            <div key={place} className={latestStories.story}>
              <Skeleton width={62} height={110} radius={8} />
              <Skeleton width={96} height={12} />
            </div>
          ))}
        </div>
      </Card>
      <div className={topLists.tops}>
        <Rows cover="round" />
        <Rows cover="tall" />
      </div>
    </div>
  );
}
