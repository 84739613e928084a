import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Overview } from '#contracts/stats/stats.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Card } from '../kit/Card.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { dateTimeIn, relativeTime } from '../kit/text/format.ts';
import { useSession } from '../shell/session/session-value.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import { useRail } from './instances/use-rail.ts';
import css from './LatestStories.module.css';
import { OverviewPicture } from './OverviewPicture.tsx';
import { type AppPlace, groupAddress } from './overview/overview-scope.ts';
import { latestStories } from './overview/ranking.ts';
import topLists from './overview/TopLists.module.css';

const most = 12;

/** Properties of the LatestStories; `places` are those of the groups' instances, where there are several apps. */
export interface LatestStoriesProps {
  overview: Overview;
  places: ReadonlyMap<string, AppPlace>;
}

/** The newest stories side by side, each leading to its group. */
export function LatestStories({ overview, places }: LatestStoriesProps) {
  const { timeZone } = useSession();
  const stories = latestStories(overview, most);
  const rail = useRail<HTMLUListElement>(stories.length);
  return (
    <Card as="section" className={css.latest} aria-label={t(homeWords.latestStories)}>
      <div className={topLists.partHead}>
        <h2 className="t-card">{t(homeWords.latestStories)}</h2>
        {rail.back || rail.forth ? (
          <span className={css.arrows}>
            <IconButton
              size="small"
              noTooltip
              label={t(homeWords.newerStories)}
              icon={<ChevronLeft />}
              disabled={!rail.back}
              onClick={() => rail.move(-1)}
            />
            <IconButton
              size="small"
              noTooltip
              label={t(homeWords.olderStories)}
              icon={<ChevronRight />}
              disabled={!rail.forth}
              onClick={() => rail.move(1)}
            />
          </span>
        ) : null}
      </div>
      {stories.length === 0 ? (
        <p className="t-small">{t(homeWords.noStoriesYet)}</p>
      ) : (
        <ul ref={rail.ref} className={css.stories}>
          {stories.map((story) => {
            const place = places.get(story.group.instance_id);
            return (
              <li key={story.id}>
                <Link className={css.story} to={groupAddress(story.group.id, place)}>
                  <OverviewPicture story={story} width={62} marked />
                  <span className={css.storyText}>
                    <span className={css.storyTitle}>{story.title}</span>
                    <span className={`${css.storyGroup} truncate`}>{story.group.title}</span>
                    {place ? <span className={`${css.storyGroup} truncate`}>{place.app}</span> : null}
                    <span className={css.storyState}>
                      {story.status === storyStatus.active && story.group.status === groupStatus.active ? (
                        <Badge kind="active">{t(homeWords.active)}</Badge>
                      ) : (
                        <Badge kind="inactive">{t(homeWords.inactive)}</Badge>
                      )}
                      <time
                        dateTime={new Date(story.ts_created * 1000).toISOString()}
                        title={dateTimeIn(timeZone, story.ts_created)}
                      >
                        {relativeTime(story.ts_created, timeZone)}
                      </time>
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
