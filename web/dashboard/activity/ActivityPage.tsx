import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { AppIcon, Avatar } from '../kit/pictures/Avatar.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { teamQuery } from '../shell/session/session-queries.ts';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { ActivityView } from './ActivityView.tsx';
import { ownAudit } from './audit-source.ts';
import type { ChoiceGroup } from './ChoiceFilter.tsx';
import css from './EntryParts.module.css';
import { thingAddress } from './thing-address.ts';

function thingsOf(apps: readonly AppRow[]): ChoiceGroup[] {
  const instances = apps.flatMap((app) => app.instances.map((instance) => ({ app, instance })));
  const groups: ChoiceGroup[] = [
    {
      name: t(activityWords.apps),
      choices: apps.map((app) => ({
        value: app.id,
        label: app.title,
        icon: <AppIcon title={app.title} src={app.icon} seed={app.id} size={20} />,
      })),
    },
    {
      name: t(activityWords.instances),
      choices: instances.map(({ app, instance }) => ({ value: instance.id, label: instance.title, note: app.title })),
    },
    {
      name: t(activityWords.storyGroups),
      choices: instances.flatMap(({ instance }) =>
        (instance.story_groups ?? []).map((group) => ({
          value: group.id,
          label: group.title,
          note: instance.title,
          icon: <Cover name={group.title} src={group.icon} size={20} plain />,
        })),
      ),
    },
  ];
  return groups.filter((group) => group.choices.length > 0);
}

function OwnActivity() {
  const { apps, user, timeZone } = useSession();
  const { data: team } = useQuery(teamQuery);
  const things = useMemo(() => thingsOf(apps), [apps]);
  const people = useMemo<ChoiceGroup[]>(
    () => [
      {
        name: t(activityWords.team),
        choices: (team ?? [user]).map((member) => {
          const label = `${member.firstname} ${member.lastname}`.trim() || member.email;
          return { value: member.id, label, icon: <Avatar name={label} id={member.id} size={20} /> };
        }),
      },
    ],
    [team, user],
  );
  const known = useMemo(() => new Set(things.flatMap((group) => group.choices.map((one) => one.value))), [things]);
  return (
    <ActivityView
      source={ownAudit}
      timeZone={timeZone}
      people={people}
      things={things}
      addressOf={({ subject }) => thingAddress(subject, known)}
      fileName="activity"
    />
  );
}

/** Everything that was done in the account, for account owners. */
export function Component() {
  const { may } = useSession();
  usePageTitle(t(activityWords.pageTitle));
  return (
    <div className={css.root}>
      <header>
        <h1>{t(activityWords.activity)}</h1>
      </header>
      {may('audit.view') ? <OwnActivity /> : <NeedPermission />}
    </div>
  );
}
