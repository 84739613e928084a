import { ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublishedSummary } from '#contracts/stats/interactive-stats.ts';
import type { WhyType } from '#contracts/stats/why-figures.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { download } from '../../api/download.ts';
import { CsvMenu } from '../../csv/CsvMenu.tsx';
import { ComponentPicture } from '../../designs/ComponentPicture.tsx';
import { dayText } from '../../group/analytics/date-range.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { percent } from '../../kit/text/format.ts';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import type { AskedFigure, OneSubject } from '../../why/use-why.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { respondentsOf } from './answer-kinds.ts';
import { type LabelOf, plainLabel } from './answer-labels.tsx';
import { cardCsv } from './answers-csv.ts';
import css from './ComponentCard.module.css';
import { ComponentDays } from './ComponentDays.tsx';
import { type AnswerCard, barAnswers, barsOf, labelIn, type ValueBar } from './component-cards.ts';
import { componentKind, componentTitle } from './component-labels.tsx';
import { ValueBars } from './ValueBars.tsx';

/** What a card shows of its story. */
export interface CardStory {
  title: string;
  picture: string | null;
  /** Its design; null where it has none, undefined where that is not known. */
  studio: Studio | null | undefined;
}

/** Properties of a ComponentCard; `published` is what the component is, `labelOf` brings the words and pictures of its answers. */
export interface ComponentCardProps {
  card: AnswerCard;
  groupId: string;
  story: CardStory;
  published: PublishedSummary | null;
  days: Days;
  stale: boolean;
  countedAt: number;
  labelOf?: LabelOf;
}

const storyOf = ({ story_id }: AnswerCard): OneSubject => ({ scope: 'story', id: story_id });

function Facts({ card }: { card: AnswerCard }) {
  const { kind, impressions, main, component_id } = card;
  const asked = (figure: AskedFigure, type: WhyType, shown: ReactNode) => (
    <AskableFigure figure={figure} of={storyOf(card)} answers={{ type, component_id }}>
      {shown}
    </AskableFigure>
  );
  const facts: [name: string, figure: ReactNode][] = [
    [
      t(interactionWords.seen),
      asked('response_count', 'component_impression', <Figure key="seen" value={impressions} />),
    ],
  ];
  if (kind.id !== 'seen') {
    const [type] = kind.types;
    const count = main?.response_count ?? 0;
    const respondents = main ? respondentsOf(main.responders, kind) : 0;
    const rate =
      impressions === 0 ? (
        <Missing why={t(interactionWords.neverSeen)} />
      ) : (
        asked('response_rate', type, percent(count / impressions))
      );
    facts.push(
      [t(interactionWords.responses), asked('response_count', type, <Figure key="responses" value={count} />)],
      [t(interactionWords.responseRate), rate],
      [
        t(interactionWords.respondentsLabel),
        typeof respondents === 'number' ? (
          asked('responders', type, <Figure key="respondents" value={respondents} />)
        ) : (
          <Missing key="respondents" why={respondents} />
        ),
      ],
    );
  }
  if (kind.id === 'ratings')
    facts.push([
      t(interactionWords.averageRating),
      main?.average == null ? (
        <Missing key="average" why={t(interactionWords.noNumbers)} />
      ) : (
        asked('average_rating', 'rating_submitted', t(interactionWords.averageOf, { average: main.average.toFixed(2) }))
      ),
    ]);
  return (
    <dl className={css.facts}>
      {facts.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function BarCount({ card, bar }: { card: AnswerCard; bar: ValueBar }) {
  const answers = barAnswers(card, bar);
  const count = <Figure value={bar.count} />;
  if (!answers) return count;
  return (
    <AskableFigure figure="response_count" of={storyOf(card)} answers={answers}>
      {count}
    </AskableFigure>
  );
}

const hasComponent = (studio: Studio | null, id: string): boolean =>
  studio !== null && flatten(studio).some(({ component }) => component.id === id);

/** A component of a story: how often it was seen and answered, with what, and on which days. */
export function ComponentCard(props: ComponentCardProps) {
  const { card, groupId, story, published, days, stale, countedAt, labelOf = plainLabel } = props;
  const { search, set } = useGroupSearch();
  const { kind, story_id, component_id } = card;
  const shownId = component_id || t(interactionWords.noId);
  const named = componentTitle(published) ?? kind.component;
  const kindName = componentKind(published) ?? kind.component;
  const title = published?.title || named;
  const name = t(interactionWords.cardName, { kind: named, component: shownId, story: story.title });
  const isRemoved = published !== null && story.studio !== undefined && !hasComponent(story.studio, component_id);
  const isOpen = search.get('days') === card.key;
  const bars = barsOf(card);
  const file = `${kindName.toLowerCase()}_${dayText(days.from)}_${dayText(days.to)}`.replaceAll(' ', '_');
  const { report } = kind;
  const range = { ts_start: days.from, ts_end: days.to };
  const shown = {
    name: file,
    label: t(interactionWords.csvAnswers),
    note: t(interactionWords.csvAnswersNote),
    read: () => cardCsv(card, labelOf, days, countedAt),
  };
  const every = report && {
    name: `${file}_every`,
    label: t(interactionWords.csvEvery),
    note: t(interactionWords.everyNote),
    read: () => download('/report', { report_type: report.type, story_id, component_id, ...range }),
  };
  return (
    <Card as="article" className={isOpen ? `${css.root} ${css.open}` : css.root} aria-label={name}>
      <header className={css.head}>
        {story.studio ? <ComponentPicture studio={story.studio} componentId={component_id} /> : null}
        <div className={css.name}>
          <h4 className="t-card truncate" title={title}>
            {title}
          </h4>
          <p className={css.about}>
            <Badge kind="primary">{kindName}</Badge>
            {isRemoved ? <Badge kind="inactive">{t(interactionWords.removed)}</Badge> : null}
            <span className="t-caption truncate" title={shownId}>
              {shownId}
            </span>
          </p>
        </div>
        {bars.length > 0 ? (
          <div className={css.tools}>
            <IconButton
              size="small"
              label={isOpen ? t(interactionWords.hideDays) : t(interactionWords.showDays)}
              icon={<ChartLine />}
              aria-expanded={isOpen}
              onClick={() => set({ days: isOpen ? null : card.key, days_as: null })}
            />
            <CsvMenu
              cardLabel={t(interactionWords.csvOf, { name })}
              disabled={stale}
              what={t(interactionWords.answersOf, { name })}
              files={every ? [shown, every] : [shown]}
            />
          </div>
        ) : null}
      </header>
      <Facts card={card} />
      {bars.length > 0 ? (
        <ValueBars
          name={name}
          bars={bars}
          labelOf={(bar) => labelIn(card, bar, labelOf)}
          figureOf={(bar) => <BarCount card={card} bar={bar} />}
        />
      ) : (
        <p className="t-small">{t(interactionWords.noResponses)}</p>
      )}
      {isOpen ? <ComponentDays card={card} groupId={groupId} days={days} countedAt={countedAt} /> : null}
    </Card>
  );
}
