import {
  AppWindow,
  CirclePause,
  CirclePlay,
  Download,
  Eye,
  KeyRound,
  type LucideIcon,
  Mail,
  Move,
  Pencil,
  Pin,
  Plus,
  RotateCcw,
  Trash2,
  UserRound,
  Wrench,
} from 'lucide-react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { headline } from '../group/history/history-words.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';

/** The word for an event's type: 'StoryGroupStatusChanged' is 'Story group status changed'. */
export function actName(action: string): string {
  const words = action.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for event types joined with commas: of one its name, of several how many they are. */
export function actsName(actions: string): string {
  const { length } = actions.split(',');
  return length === 1 ? actName(actions) : t(activityWords.actCount, { count: length });
}

const icons: readonly [RegExp, LucideIcon][] = [
  [/Pinned$/, Pin],
  [/Unpinned$/, Pin],
  [/(Moved|Reordered)$/, Move],
  [/(Deleted|Cancelled)$/, Trash2],
  [/Inactivated$/, CirclePause],
  [/Activated$/, CirclePlay],
  [/(Created|Added)$/, Plus],
  [/Restored$/, RotateCcw],
  [/^(UserSigned|SignIn|Session|Password|UserPassword)/, KeyRound],
  [/^(User|Invitation)/, UserRound],
  [/^(App|Instance)/, AppWindow],
  [/^DataExported$/, Download],
  [/^Report/, Mail],
  [/^AdminRead$/, Eye],
  [/^(Job|ReadModel)/, Wrench],
];

/** The icon of an act. */
export function actIcon(action: string): LucideIcon {
  return icons.find(([pattern]) => pattern.test(action))?.[1] ?? Pencil;
}

const thingWords: Record<string, string> = {
  story_group: t(activityWords.storyGroup),
  story: t(activityWords.story),
  app: t(activityWords.app),
  instance: t(activityWords.instance),
  user: t(activityWords.person),
  account: t(activityWords.account),
};

/** What kind of thing a row is about. */
export function thingName(type: string): string {
  return thingWords[type] ?? actName(type).replaceAll('_', ' ');
}

/** By which way something was done, where that is not the dashboard; staff is told apart by `staff`. */
export function wayOf(row: Pick<AuditRow, 'actor' | 'on_behalf_of'>): { text: string; staff: boolean } | null {
  if (row.actor.type === 'staff')
    return {
      text: row.on_behalf_of ? t(activityWords.staffAs, { name: row.on_behalf_of.name }) : t(activityWords.staff),
      staff: true,
    };
  if (row.on_behalf_of) return { text: t(activityWords.onBehalfOfName, { name: row.on_behalf_of.name }), staff: false };
  if (row.actor.type === 'api_token') return { text: t(activityWords.apiToken), staff: false };
  return row.actor.type === 'system' ? { text: t(activityWords.automatic), staff: false } : null;
}

/** The sentence of a row as a heading. */
export function titleOf(row: Pick<AuditRow, 'sentence'>): string {
  return headline(row.sentence);
}
