import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, History } from 'lucide-react';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateTimeIn, timeIn } from '../../kit/text/format.ts';
import { GivenPlayer } from '../../showcase/GivenPlayer.tsx';
import { PhoneFrame, PhoneNote } from '../../showcase/PhoneFrame.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { type GroupMoment, groupAsOfQuery } from '../group-queries.ts';
import css from './AsItWas.module.css';

function liveText(live: boolean, now: boolean): string {
  if (live) return t(groupWords.liveThen, { now: Boolean(now) });
  return now ? t(groupWords.notLiveNow) : t(groupWords.notLiveThen);
}

/** Properties of AsItWas; `ts` is the moment in unix seconds, `moment` how the server is asked for it. */
export interface AsItWasProps {
  groupId: string;
  app: string;
  moment: GroupMoment;
  ts: number;
  timeZone: string;
  /** Whether the moment is the present. */
  now: boolean;
}

/** A phone that shows the group as people saw it at a moment, played by the real player. */
export function AsItWas({ groupId, app, moment, ts, timeZone, now }: AsItWasProps) {
  const { data, isError, isPending, refetch } = useQuery(groupAsOfQuery(groupId, moment));
  const empty = data?.group.stories.length === 0;
  return (
    <section className={css.past} aria-label={t(groupWords.asItWas)}>
      <p className={`${css.badge} num`}>
        <History size={14} strokeWidth={2} aria-hidden />
        {now ? t(groupWords.titleNow) : t(groupWords.titleThen, { ts: dateTimeIn(timeZone, ts) })}
      </p>
      {isError ? <ErrorState title={t(groupWords.momentDidNotLoad)} onRetry={() => refetch()} /> : null}
      {isPending ? (
        <>
          <Loading label={t(groupWords.loadingThen)} />
          <Skeleton width={236} height={474} radius={36} />
        </>
      ) : null}
      {data ? (
        <>
          <PhoneFrame framed small title={app} clock={timeIn(timeZone, ts)}>
            {empty ? (
              <PhoneNote>{t(groupWords.hadNoStories)}</PhoneNote>
            ) : (
              <GivenPlayer key={JSON.stringify(moment)} bar={data.bar} />
            )}
          </PhoneFrame>
          <p className={`${css.note} t-small`} role="status">
            {data.live ? <CircleCheck size={14} aria-hidden /> : <CircleOff size={14} aria-hidden />}
            <span>{liveText(data.live, now)}</span>
          </p>
        </>
      ) : null}
    </section>
  );
}
