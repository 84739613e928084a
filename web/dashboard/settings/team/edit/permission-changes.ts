import { type Permissions, type Role, roleFor, visibleApps } from '#contracts/api/roles.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { permissionsOf } from '../../../shell/session/access.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';

/** A role below account owner. */
export type AppRole = Exclude<Role, 'account_owner'>;

/** What somebody holds: the whole account, or a role for each app by its id. */
export interface HeldAccess {
  owner: boolean;
  roles: Record<string, AppRole>;
}

/** Whether somebody can do more afterwards, or less; `same`: a word on what stays. */
export interface AccessChange {
  sign: 'more' | 'less' | 'same';
  text: string;
}

const rank: Record<AppRole | 'none', number> = { none: 0, brodcaster: 1, story_creator: 2, app_owner: 3 };
const namedApps = 3;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a member holds now: of several roles in an app the strongest. */
export const heldAccess = (row: Pick<TeamMemberRow, 'roles' | 'permissions'>): HeldAccess => {
  const { account_owner, ...held } = permissionsOf(row);
  const roleIn = (appId: string) => roleFor(held, appId) as AppRole;
  return {
    owner: account_owner !== undefined,
    roles: Object.fromEntries(visibleApps(held)!.map((appId) => [appId, roleIn(appId)])),
  };
};

/** Access as it is sent. */
export const permissionsFor = ({ owner, roles }: HeldAccess): Permissions => {
  if (owner) return { account_owner: [] };
  const held: Permissions = {};
  for (const [appId, role] of Object.entries(roles)) held[role] = [...(held[role] ?? []), appId];
  return held;
};

const named = (titles: readonly string[]): string => {
  const more = titles.length - namedApps;
  return list.format(more > 1 ? [...titles.slice(0, namedApps), t(teamWords.andMoreApps, { count: more })] : titles);
};

const lineFor = (from: AppRole | 'none', to: AppRole | 'none', apps: string): string => {
  switch (to) {
    case 'app_owner':
      return t(teamWords.nowPublishes, { apps });
    case 'story_creator':
      return t(rank[from] > rank[to] ? teamWords.nowOnlyCreates : teamWords.nowCreates, { apps });
    case 'brodcaster':
      return t(teamWords.nowBroadcasts, { apps });
    case 'none':
      return t(teamWords.nowLoses, { apps });
  }
};

/** What a change does, in sentences: first what is gained, then what is lost, then what stays. Empty when nothing changes. */
export const accessChanges = (
  before: HeldAccess,
  after: HeldAccess,
  apps: readonly { id: string; title: string }[],
): AccessChange[] => {
  if (before.owner && after.owner) return [];
  if (after.owner) return [{ sign: 'more', text: t(teamWords.becomesOwner) }];
  const moves = new Map<string, { from: AppRole | 'none'; to: AppRole | 'none'; titles: string[] }>();
  for (const { id, title } of apps) {
    // Of what an owner held nothing is left but what is chosen.
    const from = before.owner ? 'none' : (before.roles[id] ?? 'none');
    const to = after.roles[id] ?? 'none';
    if (from === 'none' && to === 'none') continue;
    const move = moves.get(`${from} ${to}`) ?? { from, to, titles: [] };
    moves.set(`${from} ${to}`, { ...move, titles: [...move.titles, title] });
  }
  const changes: AccessChange[] = before.owner ? [{ sign: 'less', text: t(teamWords.noLongerOwner) }] : [];
  const stays: AccessChange[] = [];
  for (const { from, to, titles } of moves.values())
    if (from === to && to !== 'none')
      stays.push({ sign: 'same', text: t(teamWords.staysAs, { role: t(roleWords[to]), apps: named(titles) }) });
    else
      changes.push({
        sign: before.owner ? 'same' : rank[to] > rank[from] ? 'more' : 'less',
        text: lineFor(from, to, named(titles)),
      });
  if (changes.length === 0) return [];
  const order = ['more', 'less', 'same'];
  return [...changes, ...stays].sort((one, other) => order.indexOf(one.sign) - order.indexOf(other.sign));
};
