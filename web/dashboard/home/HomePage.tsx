import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';

import { limits } from '#contracts/api/limits.ts';
import { NoApps } from '../content/samples/EmptyContent.tsx';
import { SampleCovers } from '../content/samples/SampleCovers.tsx';
import { FillingNote } from '../first-steps/FillingNote.tsx';
import { FirstStepsSlot } from '../first-steps/FirstStepsSlot.tsx';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { appsQuery } from '../shell/session/session-queries.ts';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import css from './HomePage.module.css';
import { InstanceCarousel } from './instances/InstanceCarousel.tsx';
import { OverviewPart } from './overview/Overview.tsx';
import { useOverviewScope } from './overview/use-overview-scope.ts';

function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return t(homeWords.goodMorning);
  return hour >= 12 && hour < 18 ? t(homeWords.goodAfternoon) : t(homeWords.goodEvening);
}

function NoGroupsBanner({ address }: { address: string }) {
  const { may } = useSession();
  return (
    <Card as="section" padded={false} className={css.banner} aria-label={t(homeWords.startHere)}>
      <SampleCovers />
      <div className={css.bannerText}>
        <h2>{t(homeWords.noGroupsTitle)}</h2>
        <p>{t(homeWords.noGroupsText, { storiesPerGroup: limits.storiesPerGroup })}</p>
      </div>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        disabledReason={may('storyGroup.edit') ? undefined : permissionText}
        to={address}
      >
        {t(homeWords.createStoryGroup)}
      </Button>
    </Card>
  );
}

/** The start: the instances of the chosen app and, for owners, what their stories did. */
export function Component() {
  const { app, instance, user, may } = useSession();
  // What acts elsewhere have made old is read again once it is to be seen.
  useQuery({ ...appsQuery, staleTime: Number.POSITIVE_INFINITY });
  usePageTitle(t(homeWords.pageTitle));
  const { scope, choose } = useOverviewScope();
  const overAll = scope.kind === 'apps';
  const groups = app?.instances.flatMap((one) => one.story_groups ?? []).length ?? 0;
  return (
    <div className={css.root}>
      <header className={css.head}>
        <h1>
          {greeting(new Date().getHours())}
          {user.firstname ? `, ${user.firstname}` : ''}
        </h1>
      </header>
      <FillingNote />
      <FirstStepsSlot />
      {app && !may('storyGroup.view') ? (
        <NeedPermission />
      ) : app && instance ? (
        <>
          <InstanceCarousel key={app.id} app={app} />
          {groups === 0 ? <NoGroupsBanner address={`/content?app=${app.id}&instance=${instance.id}&create=1`} /> : null}
          {overAll || may('overview.view') ? (
            overAll || groups > 0 ? (
              <OverviewPart app={app} instance={instance} scope={scope} onScope={choose} />
            ) : null
          ) : (
            <NeedPermission />
          )}
        </>
      ) : (
        <NoApps />
      )}
    </div>
  );
}
