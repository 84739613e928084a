import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '#contracts/stats/stats.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Card } from '../../kit/Card.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { noChangeText } from '../../kit/text/compared-words.ts';
import { percent } from '../../kit/text/format.ts';
import { Figure, MetricChange } from '../../kit/text/Metric.tsx';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { OverviewPicture } from '../OverviewPicture.tsx';
import { MeasureMenu } from './MeasureMenu.tsx';
import { type AppPlace, groupAddress, placedTitle } from './overview-scope.ts';
import {
  type GroupMeasure,
  groupFigure,
  groupMeasures,
  type StoryMeasure,
  storyFigure,
  storyMeasures,
  topGroups,
  topStories,
} from './ranking.ts';
import css from './TopLists.module.css';

/** Properties of a top list; `places` are those of the groups' instances, where there are several apps. */
export interface TopListProps {
  overview: Overview;
  places: ReadonlyMap<string, AppPlace>;
}

function measureIn<Measure extends string>(
  measures: Readonly<Record<Measure, string>>,
  named: string | null,
  usual: Measure,
): Measure {
  return named !== null && named in measures ? (named as Measure) : usual;
}

function Frame(props: { title: string; menu: ReactNode; empty: boolean; measure: StoryMeasure; children: ReactNode }) {
  return (
    <Card as="section" padded={false} className={css.top} aria-label={props.title}>
      <div className={css.partHead}>
        <h2 className="t-card">{props.title}</h2>
        {props.menu}
      </div>
      {props.empty ? (
        <p className={`${css.topNone} t-small`}>{t(homeWords.noneRanked, { measure: props.measure })}</p>
      ) : (
        <ol>{props.children}</ol>
      )}
    </Card>
  );
}

/** The five groups with the highest figure of the chosen kind, each against the period before. */
export function TopGroups({ overview, places }: TopListProps) {
  const { search, set } = useGroupSearch();
  const measure = measureIn<GroupMeasure>(groupMeasures, search.get('groups'), 'reach');
  const rows = topGroups(overview, measure);
  const highest = rows[0] ? groupFigure(rows[0], measure).value : 1;
  return (
    <Frame
      title={t(homeWords.topStoryGroups)}
      empty={rows.length === 0}
      measure={measure}
      menu={
        <MeasureMenu
          label={t(homeWords.rankGroupsBy)}
          measures={groupMeasures}
          value={measure}
          onChange={(next) => set({ groups: next === 'reach' ? null : next })}
        />
      }
    >
      {rows.map((group, index) => {
        const { value, now, before } = groupFigure(group, measure);
        const place = places.get(group.instance_id);
        return (
          <li key={group.id}>
            <Link className={css.topRow} to={groupAddress(group.id, place, 'analytics')}>
              <span className={`${css.rank} num`}>{index + 1}</span>
              <Cover
                name={group.title}
                src={group.icon}
                size={34}
                state={isGroupActive(group.status) ? 'active' : 'inactive'}
              />
              <span className={css.topName}>
                {place ? (
                  <span className={css.placed}>
                    <span className="truncate">{group.title}</span>
                    <span className={`${css.place} truncate`}>{place.app}</span>
                  </span>
                ) : (
                  <span className="truncate">{group.title}</span>
                )}
                <span className={css.bar} aria-hidden>
                  <span style={{ width: `${(value / highest) * 100}%` }} />
                </span>
              </span>
              <span className={`${css.topFigure} num`}>
                <strong>
                  <Figure value={value} />
                </strong>
                <MetricChange now={now} before={before} why={noChangeText(group.compared)} />
              </span>
            </Link>
          </li>
        );
      })}
    </Frame>
  );
}

/** The five stories with the highest figure of the chosen kind. */
export function TopStories({ overview, places }: TopListProps) {
  const { search, set } = useGroupSearch();
  const measure = measureIn<StoryMeasure>(storyMeasures, search.get('stories'), 'reach');
  const rows = topStories(overview, measure);
  return (
    <Frame
      title={t(homeWords.topStories)}
      empty={rows.length === 0}
      measure={measure}
      menu={
        <MeasureMenu
          label={t(homeWords.rankStoriesBy)}
          measures={storyMeasures}
          value={measure}
          onChange={(next) => set({ stories: next === 'reach' ? null : next })}
        />
      }
    >
      {rows.map((story, index) => {
        const place = places.get(story.group.instance_id);
        return (
          <li key={story.id}>
            <Link className={css.topRow} to={groupAddress(story.group.id, place, 'analytics')}>
              <span className={`${css.rank} num`}>{index + 1}</span>
              <OverviewPicture story={story} width={24} />
              <span className={css.topName}>
                <span className="truncate">{story.title}</span>
                <span className={`${css.topGroup} truncate`}>{placedTitle(story.group.title, place)}</span>
              </span>
              <span className={`${css.topFigure} num`}>
                <strong>
                  {measure === 'ctr' ? percent(story.ctr) : <Figure value={storyFigure(story, measure)} />}
                </strong>
              </span>
            </Link>
          </li>
        );
      })}
    </Frame>
  );
}
