import { ChartLine, CirclePause, CirclePlay, History, ImagePlus, type LucideIcon, Pencil } from 'lucide-react';
import type { SearchHit } from '#contracts/api/search.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import type { GroupRights } from '../group/group-rights.ts';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { Does, FoundGroup, PaletteAct } from './acts.ts';
import { wordsOf } from './match.ts';

/** Something that can be done with a story group. */
export interface GroupVerb {
  name: string;
  /** The words that ask for it. */
  words: string;
  icon: LucideIcon;
  /** The right that it needs. */
  needs: keyof GroupRights;
  /** Whether it is offered for each group that is found, not only where its word is typed. */
  always: boolean;
  /** Whether it makes sense for a group of this status. */
  fits: (status: number) => boolean;
  title: (group: FoundGroup) => string;
  does: (group: FoundGroup) => Does;
}

const anyStatus = () => true;
const pageOf = (id: string, more: string): Does => ({ address: `/stories/${id}?${more}` });

/** The verbs of story groups, in their order. */
export const groupVerbs: readonly GroupVerb[] = [
  {
    name: 'activate',
    words: t(paletteWords.activateAliases),
    icon: CirclePlay,
    needs: 'publish',
    always: true,
    fits: (status) => !isGroupActive(status),
    title: ({ title, status }) =>
      status === groupStatus.passive
        ? t(paletteWords.approveGroup, { title })
        : t(paletteWords.activateGroup, { title }),
    does: (group) => ({ group, status: groupStatus.active }),
  },
  {
    name: 'inactivate',
    words: t(paletteWords.inactivateAliases),
    icon: CirclePause,
    needs: 'publish',
    always: true,
    fits: isGroupActive,
    title: ({ title }) => t(paletteWords.inactivateGroup, { title }),
    does: (group) => ({ group, status: groupStatus.inactive }),
  },
  {
    name: 'history',
    words: t(paletteWords.historyAliases),
    icon: History,
    needs: 'look',
    always: true,
    fits: anyStatus,
    title: ({ title }) => t(paletteWords.openHistory, { title }),
    does: ({ id }) => pageOf(id, 'tab=history'),
  },
  {
    name: 'analytics',
    words: t(paletteWords.analyticsAliases),
    icon: ChartLine,
    needs: 'look',
    always: true,
    fits: anyStatus,
    title: ({ title }) => t(paletteWords.openAnalytics, { title }),
    does: ({ id }) => pageOf(id, 'tab=analytics'),
  },
  {
    name: 'edit',
    words: t(paletteWords.editAliases),
    icon: Pencil,
    needs: 'edit',
    always: true,
    fits: anyStatus,
    title: ({ title }) => t(paletteWords.editGroup, { title }),
    does: ({ id }) => pageOf(id, 'edit=details'),
  },
  {
    name: 'add',
    words: t(paletteWords.addStoriesAliases),
    icon: ImagePlus,
    needs: 'edit',
    always: false,
    fits: anyStatus,
    title: ({ title }) => t(paletteWords.addStories, { title }),
    does: ({ id }) => pageOf(id, 'create=1'),
  },
];

const shortestBeginning = 3;

/** The verbs that a text begins with, and what it says after them; null when it begins with none. */
export function verbsIn(text: string): { verbs: readonly GroupVerb[]; rest: string } | null {
  const [first = '', ...others] = wordsOf(text);
  const asks = (word: string) => word === first || (first.length >= shortestBeginning && word.startsWith(first));
  const verbs = groupVerbs.filter(({ words }) => wordsOf(words).some(asks));
  return verbs.length > 0 ? { verbs, rest: others.join(' ') } : null;
}

/** What verbs do with a group, as far as its status and the person's rights allow them. */
export const actsOn = (
  group: FoundGroup,
  rights: Record<keyof GroupRights, boolean>,
  verbs: readonly GroupVerb[],
): PaletteAct[] =>
  verbs
    .filter(({ needs, fits }) => rights[needs] && fits(group.status))
    .map(({ name, icon, title, does }) => ({
      key: `${name}:${group.id}`,
      kind: 'act',
      title: title(group),
      note: group.note,
      icon,
      does: does(group),
    }));

/** The groups among the things that were found. */
export const groupsAmong = (hits: readonly SearchHit[]): FoundGroup[] =>
  hits.flatMap(({ type, id, title, status, app_id, app_title, instance_id, instance_title }) =>
    type === 'story_group' && status !== null && instance_id !== null
      ? [{ id, title, status, app_id, instance_id, note: `${app_title}, ${instance_title ?? ''}` }]
      : [],
  );

/** The groups of apps, by id. */
export const groupsOfApps = (apps: readonly AppRow[]): ReadonlyMap<string, FoundGroup> =>
  new Map(
    apps.flatMap((app) =>
      app.instances.flatMap((instance) =>
        (instance.story_groups ?? []).map(({ id, title, status }) => [
          id,
          { id, title, status, app_id: app.id, instance_id: instance.id, note: `${app.title}, ${instance.title}` },
        ]),
      ),
    ),
  );
