import type { AuditRow } from '#contracts/audit/rows.ts';

/** The page of what an entry is about, as long as that is among the things the account has; null without one. */
export function thingAddress({ type, id }: Pick<AuditRow['subject'], 'type' | 'id'>, known: ReadonlySet<string>) {
  if (!known.has(id)) return null;
  if (type === 'app' || type === 'instance') return '/settings/apps';
  return type === 'story_group' ? `/stories/${id}?tab=history` : null;
}
