import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasData } from '#contracts/stats/like-with-like.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import { Card } from '../kit/Card.tsx';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import { Sparkline } from '../kit/pictures/Sparkline.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { comparedNote, figureOn, noChangeText } from '../kit/text/compared-words.ts';
import { briefTime, dateTimeIn, exactNumber, percent } from '../kit/text/format.ts';
import { Figure, Metric, MetricChange, Missing } from '../kit/text/Metric.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { previousRange, rangeOf } from './analytics/date-range.ts';
import { deliveryOf } from './delivery.ts';
import groupParts from './GroupParts.module.css';
import { type GroupDetail, groupHistoryQuery, groupStatsQuery } from './group-queries.ts';
import { useGroupRights } from './group-rights.ts';
import { splitSentence, withoutGroupName } from './history/history-words.ts';
import css from './SideColumn.module.css';
import { hasNothing, leadsOut, noLinkText } from './stories/story-facts.ts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.line}>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

const tabPath = (group: GroupDetail, tab: string) =>
  `/stories/${group.id}?app=${group.app_id}&instance=${group.instance_id}&tab=${tab}`;

function WeekCard({ group }: { group: GroupDetail }) {
  const { apps } = useSession();
  const week = useQuery(groupStatsQuery(group.id, null));
  const before = useQuery(groupStatsQuery(group.id, previousRange(rangeOf('week', null, null, Date.now() / 1000))));
  const isWeb = apps.find((app) => app.id === group.app_id)?.store_type === 'web';
  if (week.isError)
    return (
      <ErrorState
        title={t(groupWords.figuresDidNotLoad)}
        text={t(groupWords.stillCounting)}
        onRetry={() => week.refetch()}
      />
    );
  const row = week.data;
  const stats = row?.stats;
  const note = row ? comparedNote(row.compared, row.daily.length) : '';
  return (
    <Card
      as="section"
      title={
        <span className={css.title}>
          {t(groupWords.last7Days)} <Badge kind="neutral">{t(groupWords.utc)}</Badge>
        </span>
      }
      titleEnd={
        <Link className={`t-small ${css.more}`} to={tabPath(group, 'analytics')}>
          {t(groupWords.analytics)}
        </Link>
      }
    >
      {week.isPending ? <Skeleton height={212} radius={8} /> : null}
      {row && stats && hasNothing(stats) ? <p className="t-small">{t(groupWords.noViewsYet)}</p> : null}
      {row && stats && !hasNothing(stats) ? (
        <>
          <div className={css.reach}>
            <Metric
              label={t(groupWords.reach)}
              value={stats.reach}
              aside={
                <MetricChange
                  now={row.compared.now.reach}
                  before={row.compared.before?.reach ?? null}
                  why={noChangeText(row.compared)}
                />
              }
            />
            <Sparkline
              values={row.daily.map((day) => figureOn(day.date, day.reach, row.compared.first_day))}
              previous={before.data?.daily.map((day) => figureOn(day.date, day.reach, row.compared.first_day)) ?? []}
              running
              width={124}
              height={52}
              label={t(groupWords.reachByDay, {
                daily: row.daily
                  .filter((day) => hasData(day.date, row.compared.first_day))
                  .map((day) => exactNumber(day.reach))
                  .join(', '),
              })}
            />
          </div>
          <dl className={css.lines}>
            <Line label={t(groupWords.impression)}>
              <Figure value={stats.total_impression} />
            </Line>
            <Line label={t(groupWords.click)}>
              <Figure value={stats.total_click} />
            </Line>
            <Line label={t(groupWords.ctr)}>
              {group.stories.some(leadsOut) || stats.total_click > 0 ? (
                stats.total_impression ? (
                  percent(stats.ctr)
                ) : (
                  '–'
                )
              ) : (
                <Missing why={noLinkText} />
              )}
            </Line>
            <Line label={t(groupWords.avgWatchLength)}>
              {stats.average_watch_length
                ? t(groupWords.seconds, { seconds: stats.average_watch_length.toFixed(1) })
                : '–'}
            </Line>
            {isWeb ? null : (
              <Line label={t(groupWords.completionRate)}>
                <Tooltip
                  text={t(groupWords.completedOfOpened, {
                    totalComplete: exactNumber(stats.total_complete),
                    totalOpen: exactNumber(stats.total_open),
                  })}
                  describes={false}
                >
                  <span>{stats.total_open ? percent(stats.total_complete / stats.total_open) : '–'}</span>
                </Tooltip>
              </Line>
            )}
          </dl>
          {note ? <p className={`t-caption ${css.zone}`}>{note}</p> : null}
        </>
      ) : null}
      {row === null ? <p className="t-small">{t(groupWords.noViewsYet)}</p> : null}
    </Card>
  );
}

function DeliveryCard({ group }: { group: GroupDetail }) {
  const { timeZone } = useSession();
  const now = Date.now() / 1000;
  const { live, text } = deliveryOf(group, now);
  const list = group.settings.dynamic_segmentation;
  const { min_version, max_version } = group.settings.app_version_targeting ?? { min_version: null, max_version: null };
  const versions =
    min_version && max_version
      ? t(groupWords.versionRange, { minVersion: min_version, maxVersion: max_version })
      : min_version
        ? t(groupWords.versionFrom, { minVersion: min_version })
        : max_version
          ? t(groupWords.versionUpTo, { maxVersion: max_version })
          : null;
  const active = group.stories.filter((story) => story.status === storyStatus.active).length;
  return (
    <Card
      as="section"
      title={t(groupWords.delivery)}
      titleEnd={
        <span className={css.state} data-live={live || undefined}>
          {live ? <CircleCheck size={14} aria-hidden /> : <CirclePause size={14} aria-hidden />}
          {text}
        </span>
      }
    >
      <dl className={css.lines}>
        <Line label={t(groupWords.activeStories)}>
          {t(groupWords.activeOfCount, { active, count: group.stories.length })}
        </Line>
        <Line label={group.ts_start > now ? t(groupWords.starts) : t(groupWords.started)}>
          {dateTimeIn(timeZone, group.ts_start)}
        </Line>
        <Line label={group.ts_end !== null && group.ts_end <= now ? t(groupWords.ended) : t(groupWords.ends)}>
          {group.ts_end === null ? t(groupWords.noEndDate) : dateTimeIn(timeZone, group.ts_end)}
        </Line>
        {group.target_cap === null ? null : <Line label={t(groupWords.viewCap)}>{exactNumber(group.target_cap)}</Line>}
        {group.click_target_cap === null ? null : (
          <Line label={t(groupWords.clickCap)}>{exactNumber(group.click_target_cap)}</Line>
        )}
        {versions ? <Line label={t(groupWords.appVersion)}>{versions}</Line> : null}
        {list ? (
          <Line label={t(groupWords.dynamicSegmentation)}>{t(groupWords.listViewers, { count: list.count })}</Line>
        ) : null}
      </dl>
      <p className={`t-caption ${css.zone}`}>
        {t(groupWords.timeZoneNote, { timeZone: timeZone.replaceAll('_', ' ') })}
      </p>
    </Card>
  );
}

const latest = 3;

function LatestCard({ group }: { group: GroupDetail }) {
  const { timeZone } = useSession();
  const history = useInfiniteQuery(groupHistoryQuery(group.id));
  if (history.isError) return <ErrorState title={t(groupWords.changesDidNotLoad)} onRetry={() => history.refetch()} />;
  const rows = history.data?.pages[0]?.rows.slice(0, latest);
  return (
    <Card
      as="section"
      title={t(groupWords.latestChanges)}
      titleEnd={
        <Link className={`t-small ${css.more}`} to={tabPath(group, 'history')}>
          {t(groupWords.history)}
        </Link>
      }
    >
      {rows ? null : <Skeleton height={120} radius={8} />}
      <ul className={css.changes}>
        {rows?.map((row) => (
          <li key={row.version}>
            <Avatar name={row.actor.name} id={row.actor.id} size={22} />
            <p className="t-small">
              <strong>{row.actor.name.split(' ')[0]}</strong>{' '}
              {splitSentence(withoutGroupName(row.sentence)).map((part) =>
                part.name ? <strong key={part.at}>{part.text}</strong> : <span key={part.at}>{part.text}</span>,
              )}
            </p>
            <Tooltip text={dateTimeIn(timeZone, row.ts, true)} describes={false}>
              <Link className={`t-caption ${css.when}`} to={`${tabPath(group, 'history')}&version=${row.version}`}>
                {briefTime(row.ts, timeZone)}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Beside the stories: how far the group reaches, whether it is live, who changed it. */
export function SideColumn({ group }: { group: GroupDetail }) {
  const { look } = useGroupRights(group);
  return (
    <aside className={groupParts.side} aria-label={t(groupWords.sideColumn)}>
      {look ? <WeekCard group={group} /> : null}
      <DeliveryCard group={group} />
      {look ? <LatestCard group={group} /> : null}
    </aside>
  );
}
