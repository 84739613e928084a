import type { Role } from '#contracts/api/roles.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { Badge, type BadgeKind } from '../../kit/text/Badge.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import css from './TeamTable.module.css';
import { heldByRole, heldIn } from './team-rows.ts';

const kinds: Record<Role, BadgeKind> = {
  account_owner: 'primary',
  app_owner: 'test',
  story_creator: 'neutral',
  brodcaster: 'waiting',
};

const mostIcons = 5;

function RoleBadge({ of }: { of: Role }) {
  return <Badge kind={kinds[of]}>{t(roleWords[of])}</Badge>;
}

function None() {
  return (
    <>
      <span aria-hidden>{t(teamWords.noAccess)}</span>
      <span className="visually-hidden">{t(teamWords.noAccessTold)}</span>
    </>
  );
}

function OwnerAccess() {
  return (
    <span className={css.role}>
      <RoleBadge of="account_owner" />
      <span className="t-caption">{t(teamWords.allApps)}</span>
    </span>
  );
}

/** What somebody may do in one app. */
export function AppCell({ row, app }: { row: TeamMemberRow; app: AppRow }) {
  if (row.roles.includes('account_owner')) return <OwnerAccess />;
  const role = heldIn(row, app.id);
  return role ? <RoleBadge of={role} /> : <None />;
}

function Apps({ ids }: { ids: readonly string[] }) {
  const { apps } = useSession();
  const seen = apps.filter(({ id }) => ids.includes(id));
  const shown = seen.slice(0, mostIcons);
  const more = seen.slice(mostIcons);
  const unseen = ids.length - seen.length;
  const [only] = seen;
  return (
    <>
      {shown.map((app) => (
        <span key={app.id} className={css.icon} title={app.title}>
          <AppIcon title={app.title} src={app.icon} seed={app.id} size={20} />
          <span className={seen.length === 1 ? 'truncate' : 'visually-hidden'}>{app.title}</span>
        </span>
      ))}
      {more.length > 0 ? (
        <span className="t-caption num" title={more.map(({ title }) => title).join(', ')}>
          {t(teamWords.moreApps, { more: more.length })}
        </span>
      ) : null}
      {unseen > 0 ? (
        <span className="t-caption">
          {only ? t(teamWords.moreUnseenApps, { count: unseen }) : t(teamWords.unseenApps, { count: unseen })}
        </span>
      ) : null}
    </>
  );
}

/** What somebody may do, a line for each role with the icons of its apps. */
export function AccessCell({ row }: { row: TeamMemberRow }) {
  const held = heldByRole(row);
  if (held.length === 0) return <None />;
  return (
    <span className={css.access}>
      {held.map(({ role, apps }) =>
        role === 'account_owner' ? (
          <OwnerAccess key={role} />
        ) : (
          <span key={role} className={css.role}>
            <RoleBadge of={role} />
            <Apps ids={apps} />
          </span>
        ),
      )}
    </span>
  );
}
