import { useSession } from '../shell/session/session-value.ts';
import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';

/** A step to the first story in an app. */
export interface Step {
  done: boolean;
  title: string;
  text: string;
  to: string;
}

/** The three steps to the first story in an app, without those that the role may not take; each leads to where it is done. */
export function useSteps(seen: boolean): Step[] {
  const { app, instance, apps, may } = useSession();
  const groups = apps.flatMap((one) =>
    one.instances.flatMap((each) =>
      (each.story_groups ?? []).map(({ id }) => ({ id, app: one.id, instance: each.id })),
    ),
  );
  const stories = apps.reduce((sum, one) => sum + one.total_story_count, 0);
  const place = app && instance ? `?app=${app.id}&instance=${instance.id}&` : '?';
  const waiting = groups.find((group) => group.instance === instance?.id) ?? groups[0];
  const steps = [
    {
      open: may('app.add'),
      done: apps.length > 0,
      title: t(helpWords.stepAppTitle),
      text: t(helpWords.stepAppText),
      to: '/apps?add=1',
    },
    {
      open: may('storyGroup.edit'),
      done: stories > 0,
      title: groups.length > 0 ? t(helpWords.stepStoriesTitle) : t(helpWords.stepGroupTitle),
      text: groups.length > 0 ? t(helpWords.stepStoriesText) : t(helpWords.stepGroupText),
      to: waiting
        ? `/stories/${waiting.id}?app=${waiting.app}&instance=${waiting.instance}&create=1`
        : `/content${place}create=1`,
    },
    {
      open: may('storyGroup.edit'),
      done: seen,
      title: t(helpWords.stepSeenTitle),
      text: t(helpWords.stepSeenText),
      to: '/help#sdk',
    },
  ];
  return steps.filter(({ open }) => open);
}
