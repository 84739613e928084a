import type { InteractiveTotals } from '#contracts/stats/interactive-stats.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { chartDays } from '../../charts/days.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Card } from '../../kit/Card.tsx';
import { figureOn } from '../../kit/text/compared-words.ts';
import { daysIn } from '../../kit/text/format.ts';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { WhyButton } from '../../why/WhyButton.tsx';
import { analyticsWords } from '../../words/analytics.en.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { FigureTabs } from '../FigureTabs.tsx';
import type { useVersus } from '../use-versus.ts';
import css from './AnswersPanel.module.css';
import { type AnswerKind, answerKinds, countOf, countOn, kindOf, respondentsOf } from './answer-kinds.ts';

/** Opens what the count of the chosen kind is made of, and how many gave those answers. */
function WhyAnswers({ totals, kind }: { totals: InteractiveTotals; kind: AnswerKind }) {
  const [type] = kind.types;
  const hasRespondents = type !== 'component_impression' && totals.stats[type].responders !== null;
  return (
    <>
      <WhyButton figure="response_count" name={kind.label} of="together" answers={{ type }} />
      {hasRespondents ? (
        <WhyButton figure="responders" name={t(interactionWords.respondentsLabel)} of="together" answers={{ type }} />
      ) : null}
    </>
  );
}

function Respondents({ totals, kind }: { totals: InteractiveTotals; kind: AnswerKind }) {
  const [type] = kind.types;
  const known = respondentsOf(type === 'component_impression' ? null : totals.stats[type].responders, kind);
  return (
    <span className={css.below}>
      {typeof known === 'number' ? t(interactionWords.respondents, { count: known }) : <Missing why={known} />}
    </span>
  );
}

/** Properties of the AnswersPanel; `none` says why there can be no answers at all in the days. */
export interface AnswersPanelProps {
  totals: InteractiveTotals;
  countedAt: number;
  versus: ReturnType<typeof useVersus>;
  none: string | null;
}

/** How many answers of each kind there are, and those of the chosen kind by day, beside the days before. */
export function AnswersPanel({ totals, countedAt, versus, none }: AnswersPanelProps) {
  const { search, set } = useGroupSearch();
  const kind = kindOf(search.get('kind'));
  const title = t(analyticsWords.chartTitle, { name: kind.label });
  const days = totals.daily.map((day, at) => {
    const was = totals.previous_daily[at];
    return {
      date: day.date,
      now: figureOn(day.date, countOn(day, kind), totals.first_day),
      before: was ? figureOn(was.date, countOn(was, kind), totals.first_day) : null,
    };
  });
  return (
    <Card as="section" padded={false} aria-label={t(interactionWords.answers)}>
      <FigureTabs
        figures={answerKinds}
        chosen={kind}
        onChoose={({ id }) => set({ kind: id === answerKinds[0]!.id ? null : id })}
        value={(one) => (none ? <Missing why={none} /> : <Figure value={countOf(totals.stats, one)} />)}
        below={(one) => (none ? null : <Respondents totals={totals} kind={one} />)}
      />
      <DayChartCard
        className={css.chart}
        title={title}
        name={kind.label}
        before={versus.name}
        days={days}
        nothing={t(interactionWords.chartNothing)}
        chartLabel={t(interactionWords.chartLabel, { name: kind.label })}
        tableLabel={title}
        facts={{ countedAt, compared: chartDays(totals.previous_daily.map(({ date }) => date)) }}
        table={search.get('chart') === 'table'}
        onTable={(on) => set({ chart: on ? 'table' : null })}
        tools={none ? null : <WhyAnswers totals={totals} kind={kind} />}
      >
        {t(analyticsWords.chartNote, {
          days: daysIn('UTC', versus.days.from, versus.days.to),
          hasNote: false,
          note: '',
        })}
      </DayChartCard>
    </Card>
  );
}
