import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import type { WayComponent, WayGoal, WayStory } from '#contracts/stats/ways.ts';
import { answerEvents } from '#contracts/studio/answers.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import type { TableFile } from '../../csv/table-file.ts';
import tableCss from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { Figure } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import type { AskedAnswers } from '../../why/use-why.ts';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import { tableCsvWords } from '../../words/table-csv.en.ts';
import { waysWords } from '../../words/ways.en.ts';
import type { Days } from '../analytics-queries.ts';
import { componentTitle, namedLabel } from '../interaction/component-labels.tsx';
import { ShareBar } from '../interaction/ShareBar.tsx';
import { sharesOf, shareText } from '../interaction/shares.ts';
import { DetailCard } from './DetailCard.tsx';
import { waysQuery } from './details-queries.ts';
import css from './WaysCard.module.css';

/** A way out of a story: which answers, where it leads, and how many gave them. */
interface Way {
  key: string;
  answers: string;
  goal: WayGoal;
  count: number;
  /** The answers to a component of a story, where the way is that of one. */
  why?: { story_id: string; answers: AskedAnswers };
}

/** A way with its share of all of its component, tenths of a percent. */
type SharedWay = Way & { share: number };

const goalText = ({ to, title }: WayGoal): string => (to === 'end' ? t(waysWords.end) : (title ?? t(waysWords.gone)));

function waysOf({ id: story_id, next }: WayStory, component: WayComponent): SharedWay[] {
  const { component_id, published, rules, other, no_answer } = component;
  const type = published && isAnswerable(published.kind) ? answerEvents[published.kind] : 'poll_selected';
  const ways: Way[] = rules.map(({ rule, values, count, ...goal }) => ({
    ...{ key: String(rule), goal, count },
    answers: values.map((value) => namedLabel(published, { type, value }).text).join(', '),
    ...(values.length === 1 ? { why: { story_id, answers: { type, component_id, answer: values[0]! } } } : {}),
  }));
  if (other.count > 0) ways.push({ key: 'other', answers: t(waysWords.otherAnswers), goal: next, count: other.count });
  ways.push({ key: 'none', answers: t(waysWords.noAnswer), goal: next, count: no_answer.count });
  const shares = sharesOf(ways.map(({ count }) => count));
  return ways.map((way, at) => ({ ...way, share: shares[at]! }));
}

const nameOf = ({ published, component_id }: WayComponent): string => componentTitle(published) ?? component_id;

const fileOf = (stories: readonly WayStory[], days: Days): Omit<TableFile, 'countedAt'> | null => {
  const rows = stories.flatMap((story) =>
    story.components.flatMap((component) => {
      const ways = waysOf(story, component);
      const all = ways.reduce((sum, { count }) => sum + count, 0);
      return ways.map(({ answers, goal, count }) => [
        story.title,
        nameOf(component),
        answers,
        goalText(goal),
        count,
        all === 0 ? null : (count / all) * 100,
      ]);
    }),
  );
  if (rows.length === 0) return null;
  const { answer, leads, count, share, component } = waysWords;
  const head = [detailWords.story, component, answer, leads, count].map((word) => t(word));
  return { days, head: [...head, t(tableCsvWords.percent, { name: t(share) })], rows };
};

function Goal({ goal }: { goal: WayGoal }) {
  const { resting } = goal;
  return (
    <span className={css.goal}>
      <span className="truncate">{goalText(goal)}</span>
      {resting ? (
        <>
          <Badge kind="waiting" icon={<CirclePause size={12} aria-hidden />}>
            {t(waysWords.resting)}
          </Badge>
          <span className="t-caption">{resting.message}</span>
        </>
      ) : null}
    </span>
  );
}

const columns: Column<SharedWay>[] = [
  {
    id: 'answer',
    label: t(waysWords.answer),
    render: ({ answers }) => <span className={`${tableCss.name} ${css.answers}`}>{answers}</span>,
  },
  { id: 'leads', label: t(waysWords.leads), render: ({ goal }) => <Goal goal={goal} /> },
  {
    id: 'count',
    label: t(waysWords.count),
    align: 'right',
    render: ({ count, why }) =>
      why ? (
        <AskableFigure figure="response_count" of={{ scope: 'story', id: why.story_id }} answers={why.answers}>
          <Figure value={count} />
        </AskableFigure>
      ) : (
        <Figure value={count} />
      ),
  },
  {
    id: 'share',
    label: t(waysWords.share),
    align: 'right',
    render: ({ share }) => (
      <span className={css.share}>
        <ShareBar share={share} className={css.track} />
        {shareText(share)}
      </span>
    ),
  },
];

function Story({ story }: { story: WayStory }) {
  const { title, next, components } = story;
  return (
    <section className={css.story} aria-label={title}>
      <h3 className="t-card truncate">{title}</h3>
      {components.length === 0 ? <p className="t-small">{t(waysWords.always, { story: goalText(next) })}</p> : null}
      <RestingNext next={next} />
      {components.map((component) => {
        const name = nameOf(component);
        return (
          <div key={component.component_id}>
            <p className="t-small truncate">{name}</p>
            <div className={css.table}>
              <Table
                caption={t(waysWords.table, { story: title, component: name })}
                columns={columns}
                rows={waysOf(story, component)}
                rowKey={({ key }) => key}
              />
            </div>
          </div>
        );
      })}
    </section>
  );
}

function RestingNext({ next: { resting } }: { next: WayGoal }) {
  return resting ? <p className="t-caption">{t(waysWords.nextRests, { why: resting.message })}</p> : null;
}

/** Which way people went from the conditional stories of a group, by the answers of its rules. */
export function WaysCard({ groupId, days }: { groupId: string; days: Days }) {
  const query = useQuery(waysQuery(groupId, days));
  return (
    <DetailCard
      title={t(waysWords.title)}
      text={t(waysWords.text)}
      query={query}
      height={180}
      file={({ stories }) => fileOf(stories, days)}
    >
      {({ stories }) => (
        <div className={css.stories}>
          {stories.map((story) => (
            <Story key={story.id} story={story} />
          ))}
        </div>
      )}
    </DetailCard>
  );
}
