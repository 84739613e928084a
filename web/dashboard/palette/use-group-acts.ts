import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { SearchHit } from '#contracts/api/search.ts';
import { groupWithStoriesQuery } from '../content/story-group-queries.ts';
import { useSession } from '../shell/session/session-value.ts';
import type { FoundGroup, PaletteAct } from './acts.ts';
import { actsOn, groupsAmong, groupsOfApps, groupVerbs, verbsIn } from './group-verbs.ts';
import type { PaletteEntry } from './places.ts';
import { useSearch } from './use-search.ts';

/** So many groups are offered for a verb, with a name after it and without one. */
const most = { named: 4, near: 3 };

/** What the person may do with groups; whose they are is asked where they may change their own alone. */
function useRights(groups: readonly FoundGroup[]) {
  const { user, may } = useSession();
  const unsure = groups.filter(({ app_id }) => may('storyGroup.edit', app_id) && !may('storyGroup.publish', app_id));
  const details = useQueries({ queries: unsure.map(({ id }) => groupWithStoriesQuery(id)) });
  const own = new Set(details.flatMap(({ data }) => (data?.user_id === user.id ? [data.id] : [])));
  return ({ id, app_id }: FoundGroup) => {
    const publish = may('storyGroup.publish', app_id);
    const look = publish || own.has(id);
    return { publish, look, edit: look && may('storyGroup.edit', app_id) };
  };
}

const open = /^\/stories\/([^/]+)/;

/** The groups at hand: that of the page, those that were opened last, those of the chosen instance. */
function useNearGroups(recent: readonly PaletteEntry[]) {
  const { apps, instance } = useSession();
  const { pathname } = useLocation();
  return useMemo(() => {
    const known = groupsOfApps(apps);
    const page = open.exec(pathname)?.[1] ?? '';
    const ids = [
      page,
      ...recent.filter(({ kind }) => kind === 'story_group').map(({ key }) => key.slice(key.indexOf(':') + 1)),
      ...(instance?.story_groups ?? []).map(({ id }) => id),
    ];
    const near = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
    return { near, ofPage: near.filter(({ id }) => id === page) };
  }, [apps, instance, pathname, recent]);
}

/** What can be done with story groups for a text: by the verb that it begins with, and with the group that it finds. */
export function useGroupActs(text: string, hits: readonly SearchHit[], recent: readonly PaletteEntry[]) {
  const meant = useMemo(() => verbsIn(text), [text]);
  const { hits: named, waiting } = useSearch(meant?.rest ?? '');
  const { near, ofPage } = useNearGroups(recent);
  const asked = useMemo(() => {
    if (!meant) return [];
    const fitting = ({ status }: FoundGroup) => meant.verbs.some(({ fits }) => fits(status));
    return meant.rest === ''
      ? near.filter(fitting).slice(0, most.near)
      : groupsAmong(named).filter(fitting).slice(0, most.named);
  }, [meant, named, near]);
  const found = text.trim() === '' ? ofPage : groupsAmong(hits).slice(0, 1);
  const rightsOn = useRights([...asked, ...found]);
  const byVerb = asked.flatMap((group) => actsOn(group, rightsOn(group), meant?.verbs ?? []));
  const always = groupVerbs.filter((verb) => verb.always);
  const acts = new Map<string, PaletteAct>();
  // Of the one group that is in sight nobody needs to be told where it lies.
  const here = found.map((group) => ({ ...group, note: '' }));
  for (const act of [...byVerb, ...here.flatMap((group) => actsOn(group, rightsOn(group), always))])
    if (!acts.has(act.key)) acts.set(act.key, act);
  return {
    acts: [...acts.values()],
    /** Whether the text names a verb and a group for it: then that is what is wanted. */
    named: meant !== null && meant.rest !== '' && byVerb.length > 0,
    /** What the text finds after its verb. */
    hits: meant?.rest ? named : [],
    waiting,
  };
}
