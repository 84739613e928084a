import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AdminAccountRow, AdminUserRow } from '#contracts/admin/admin.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { ActivityView } from '../../activity/ActivityView.tsx';
import { auditAt } from '../../activity/audit-source.ts';
import type { ChoiceGroup } from '../../activity/ChoiceFilter.tsx';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { personName } from '../admin-words.ts';
import { EntryOrigin } from '../events/EntryOrigin.tsx';

const kinds: readonly [type: string, name: string][] = [
  ['app', t(adminWords.apps)],
  ['instance', t(adminWords.instances)],
  ['story_group', t(adminWords.storyGroups)],
];
const beginnings = 'AppAdded,InstanceAdded,StoryGroupCreated';

/** The things of an account by their beginnings in its audit: what staff can filter by without looking inside. */
function thingsOf(rows: readonly AuditRow[]): ChoiceGroup[] {
  const groups = kinds.map(([type, name]) => {
    const byId = new Map(
      rows.filter(({ subject }) => subject.type === type).map(({ subject }) => [subject.id, subject]),
    );
    return { name, choices: [...byId.values()].map(({ id, title }) => ({ value: id, label: title })) };
  });
  return groups.filter(({ choices }) => choices.length > 0);
}

/** All that was done in an account, by whom, staff and on whose behalf, and what it looked like. */
export function AccountHistory({ account, people }: { account: AdminAccountRow; people: readonly AdminUserRow[] }) {
  const source = useMemo(() => auditAt('/admin/audit', { account_id: account.id }), [account.id]);
  const begun = useQuery({
    queryKey: [...source.key, 'things'],
    queryFn: ({ signal }) => source.read({ action: beginnings, limit: 1000, offset: 0 }, signal),
  });
  const things = useMemo(() => thingsOf(begun.data?.rows ?? []), [begun.data]);
  const team = useMemo<ChoiceGroup[]>(
    () => [
      {
        name: t(adminWords.people),
        choices: people.map((user) => ({
          value: user.id,
          label: personName(user),
          icon: <Avatar name={personName(user)} id={user.id} size={20} />,
        })),
      },
    ],
    [people],
  );
  return (
    <ActivityView
      source={source}
      timeZone={account.time_zone}
      people={team}
      things={things}
      addressOf={() => null}
      fileName="history"
      more={(row) => <EntryOrigin row={row} timeZone={account.time_zone} />}
    />
  );
}
