/** The roles as the wire spells them. */
export const roles = ['account_owner', 'app_owner', 'story_creator', 'brodcaster'] as const;
export type Role = (typeof roles)[number];

/** What a person may be: `account_owner` covers the account (its list is empty); the others hold per app. */
export type Permissions = Partial<Record<Role, string[]>>;

/** Acts that need a role, and which roles may do them. `own` limits a creator to groups with his user id. */
export const acts = {
  'account.change': ['account_owner'],
  'account.testDevices': ['account_owner', 'app_owner'],
  'account.view': ['account_owner', 'app_owner', 'story_creator', 'brodcaster'],
  'audit.view': ['account_owner'],
  'referral.view': ['account_owner', 'app_owner'],
  'mau.view': ['account_owner', 'app_owner'],
  'bill.view': ['account_owner'],
  'returns.view': ['account_owner'],
  'billing.view': ['account_owner'],
  'billing.manage': ['account_owner'],
  'team.view': ['account_owner', 'app_owner', 'story_creator'],
  'team.manage': ['account_owner'],
  'app.add': ['account_owner'],
  'app.delete': ['account_owner'],
  'app.view': ['account_owner', 'app_owner', 'story_creator', 'brodcaster'],
  'app.settings': ['account_owner', 'app_owner'],
  'instance.manage': ['account_owner', 'app_owner'],
  'storyGroup.view': ['account_owner', 'app_owner', 'story_creator'],
  'storyGroup.edit': ['account_owner', 'app_owner', 'story_creator'],
  'storyGroup.publish': ['account_owner', 'app_owner'],
  'template.manage': ['account_owner', 'app_owner'],
  'storyGroup.arrange': ['account_owner', 'app_owner'],
  'overview.view': ['account_owner', 'app_owner'],
  'stats.view': ['account_owner', 'app_owner', 'story_creator'],
  'media.upload': ['account_owner', 'app_owner', 'story_creator', 'brodcaster'],
} as const satisfies Record<string, readonly Role[]>;
export type Act = keyof typeof acts;

/** The strongest role that someone has for an app (or for the account when no app is named), or null. */
export const roleFor = (held: Permissions, appId?: string): Role | null => {
  if (held.account_owner) return 'account_owner';
  for (const candidate of ['app_owner', 'story_creator', 'brodcaster'] as const) {
    const apps = held[candidate];
    if (apps && (appId === undefined ? apps.length > 0 : apps.includes(appId))) return candidate;
  }
  return null;
};

/** Whether someone may do an act on an app (or anywhere in the account when no app is named). */
export const may = (held: Permissions, act: Act, appId?: string): boolean => {
  const found = roleFor(held, appId);
  return found !== null && (acts[act] as readonly Role[]).includes(found);
};

/** Whether someone broadcasts with the creator mobile app. */
export const isMobile = (held: Permissions): boolean => held.brodcaster !== undefined;

/** The apps that someone sees: null means all of the account. */
export const visibleApps = (held: Permissions): string[] | null =>
  held.account_owner
    ? null
    : [...new Set([...(held.app_owner ?? []), ...(held.story_creator ?? []), ...(held.brodcaster ?? [])])];

/** Which roles an inviter of each role may give. */
export const invitableRoles: Record<Role, readonly Role[]> = {
  account_owner: ['account_owner', 'app_owner', 'story_creator', 'brodcaster'],
  app_owner: ['app_owner', 'story_creator', 'brodcaster'],
  story_creator: ['story_creator', 'brodcaster'],
  brodcaster: [],
};
