import { ChartLine } from 'lucide-react';
import { lazy } from 'react';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { RangePicker } from '../group/analytics/RangePicker.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { NotFound } from '../shell/NotFound.tsx';
import { FailureState } from '../shell/waiting/PageFailed.tsx';
import { WhySlot } from '../why/WhySlot.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import { CompareMenu } from './CompareMenu.tsx';
import css from './Figures.module.css';
import { FiguresWaiting } from './FiguresWaiting.tsx';
import { LiveLink } from './live/LiveLink.tsx';
import { Performance } from './Performance.tsx';
import { RecountSlot } from './recount/RecountSlot.tsx';
import { ReturnsSlot } from './returns/ReturnsSlot.tsx';
import { ScopePickers } from './ScopePickers.tsx';
import { togetherOf } from './together.ts';
import { useFigures } from './use-figures.ts';
import { useKeptRange } from './use-kept-range.ts';
import { useScope } from './use-scope.ts';
import { useVersus } from './use-versus.ts';
import { useView } from './use-view.ts';
import { ViewControl } from './ViewControl.tsx';

const Interaction = lazy(() => import('./interaction/Interaction.tsx'));

/** The figures of the groups that the address chooses, and what chooses them. */
export default function Figures() {
  useKeptRange();
  const chosen = useScope();
  const versus = useVersus();
  const figures = useFigures(chosen.scope, versus.start);
  const { scope } = chosen;
  const view = useView(scope);
  if (chosen.unknown || figures.unknown) return <NotFound to="/home" label={t(shellWords.toHome)} />;
  return (
    <div className={css.root}>
      <header className={css.head}>
        <h1>{t(analyticsWords.analytics)}</h1>
        <ViewControl view={view} />
        <LiveLink />
        <RecountSlot of={chosen} />
        <div className={css.tools}>
          <ScopePickers of={chosen} rows={figures.rows} />
          <RangePicker named />
          <CompareMenu versus={versus} />
        </div>
      </header>
      {scope.apps.length === 0 ? (
        <NeedPermission />
      ) : view.isInteraction && (figures.pending || figures.lines.length > 0) ? (
        <LazyPart fallback={<FiguresWaiting />} failed={(error) => <FailureState error={error} part />}>
          <Interaction scope={scope} versus={versus} />
        </LazyPart>
      ) : figures.failed && figures.missing ? (
        <ErrorState
          title={t(analyticsWords.didNotLoad)}
          text={t(analyticsWords.didNotLoadText)}
          onRetry={figures.again}
        />
      ) : figures.pending || !figures.totals || (figures.stale && figures.lines.length === 0) ? (
        <FiguresWaiting />
      ) : figures.lines.length === 0 ? (
        <EmptyState
          art={<ChartLine size={28} aria-hidden />}
          title={t(analyticsWords.noGroups)}
          text={t(analyticsWords.noGroupsText)}
          action={<Button to={`/content?app=${scope.apps[0]!.id}`}>{t(analyticsWords.toContent)}</Button>}
        />
      ) : (
        <>
          <Performance scope={scope} figures={figures} totals={figures.totals} versus={versus} />
          <ReturnsSlot />
          <WhySlot together={togetherOf(scope, figures.totals)} />
        </>
      )}
    </div>
  );
}
