import { ChevronRight } from 'lucide-react';
import { lazy } from 'react';
import { limits } from '#contracts/api/limits.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { ReturnsSlot } from '../../analytics/returns/ReturnsSlot.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { homeAppsWords } from '../../words/home-apps.en.ts';
import { t } from '../../words/t.ts';
import css from './MoreFigures.module.css';
import { analyticsAddress, type OverviewScope } from './overview-scope.ts';
import { useSeen } from './use-seen.ts';

const HoursCard = lazy(async () => ({
  default: (await import('../../analytics/details/HoursCard.tsx')).HoursCard,
}));

const waiting = (
  <Card>
    <Skeleton height={308} radius={8} />
  </Card>
);

/** Properties of MoreFigures; `range` are the days of the overview. */
export interface MoreFiguresProps {
  app: AppRow;
  scope: OverviewScope;
  range: { from: number; to: number };
}

/** Best hours and who came back, loaded when they come into the window, and the way to Analytics with the same days. */
export function MoreFigures({ app, scope, range }: MoreFiguresProps) {
  const { may } = useSession();
  const { ref, seen } = useSeen<HTMLDivElement>();
  const { kind, apps, count } = scope;
  const name =
    kind === 'apps'
      ? t(homeAppsWords.hoursOfAll, { left: count > apps.length, shown: limits.idsAtOnce })
      : apps[0]!.title;
  return (
    <div className={css.more}>
      <div className={css.head}>
        <h2>{t(homeAppsWords.moreFigures)}</h2>
        <Button variant="link" iconEnd={<ChevronRight aria-hidden />} to={analyticsAddress(scope, app, range)}>
          {t(homeAppsWords.openAnalytics)}
        </Button>
      </div>
      <div ref={ref} className={css.cards} data-pair={may('returns.view') || undefined}>
        {seen ? (
          <>
            <LazyPart fallback={waiting}>
              <HoursCard apps={apps.map(({ id }) => id)} name={name} days={range} />
            </LazyPart>
            <ReturnsSlot />
          </>
        ) : (
          waiting
        )}
      </div>
    </div>
  );
}
