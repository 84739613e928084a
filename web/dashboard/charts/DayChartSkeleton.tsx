import { Card } from '../kit/Card.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import css from './DayChartCard.module.css';
import { chartHeight } from './days.ts';

/** A DayChartCard before its figures are there. */
export function DayChartSkeleton({ className }: { className: string | undefined }) {
  return (
    <Card className={className ? `${css.root} ${className}` : css.root}>
      <div className={css.head}>
        <Skeleton width={130} height={14} />
      </div>
      <Skeleton height={chartHeight} radius={8} />
    </Card>
  );
}
