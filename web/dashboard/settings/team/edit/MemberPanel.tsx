import { zodResolver } from '@hookform/resolvers/zod';
import { Equal, Lock, Minus, Plus } from 'lucide-react';
import { useRef } from 'react';
import { z } from 'zod';
import { hasFeature } from '#contracts/api/plans.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { actingReason } from '../../../api/acting-reason.ts';
import { ApiError } from '../../../api/error.ts';
import type { Envelope } from '../../../api/http.ts';
import { useUpsell } from '../../../gates/upsell-context.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Checkbox } from '../../../kit/fields/Checkbox.tsx';
import { Field } from '../../../kit/fields/Field.tsx';
import { TextField } from '../../../kit/fields/TextField.tsx';
import { compared } from '../../../kit/forms/rules.ts';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { AppIcon, Avatar } from '../../../kit/pictures/Avatar.tsx';
import { useCommand } from '../../../kit/use-command.ts';
import { LeaveDialog } from '../../../shell/LeaveDialog.tsx';
import { useSession } from '../../../shell/session/session-value.ts';
import { useLeaveGuard } from '../../../shell/use-leave-guard.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import { roleTexts } from '../role-texts.ts';
import type { TeamQuestion } from '../TeamQuestions.tsx';
import page from '../TeamSettings.module.css';
import { changesOfTeam } from '../team-changes.ts';
import { memberName } from '../team-rows.ts';
import css from './MemberPanel.module.css';
import { PanelFrame } from './PanelFrame.tsx';
import {
  type AccessChange,
  type AppRole,
  accessChanges,
  type HeldAccess,
  heldAccess,
  permissionsFor,
} from './permission-changes.ts';
import { RolePicker } from './RolePicker.tsx';

const appRoles: readonly AppRole[] = ['app_owner', 'story_creator', 'brodcaster'];
const fields = z.object({ owner: z.boolean(), roles: z.record(z.string(), z.enum(appRoles)) });
const rules = zodResolver(
  compared<HeldAccess, HeldAccess>(fields, ({ owner, roles }, mark) => {
    if (!owner && Object.keys(roles).length === 0) mark('roles', t(userWords.noApp));
  }),
);

const signs = { more: Plus, less: Minus, same: Equal };

function Changes({ name, changes, joined }: { name: string; changes: readonly AccessChange[]; joined: boolean }) {
  return (
    <section className={css.changes} aria-label={t(teamWords.changesFor, { name })} aria-live="polite">
      <h3>{t(teamWords.changesFor, { name })}</h3>
      {changes.length === 0 ? (
        <p>{t(teamWords.nothingChanges)}</p>
      ) : (
        <ul>
          {changes.map(({ sign, text }) => {
            const Sign = signs[sign];
            return (
              <li key={text} className={css.change}>
                <Sign size={14} aria-hidden />
                {text}
              </li>
            );
          })}
        </ul>
      )}
      <p className={css.when}>{joined ? t(teamWords.countsAtOnce) : t(teamWords.countsWhenJoined)}</p>
    </section>
  );
}

/** Changes what a member or an invited person may do, and says what that means before it is saved. */
export function MemberPanel(props: {
  row: TeamMemberRow;
  beside: boolean;
  onAsk: (ask: TeamQuestion) => void;
  onClose: () => void;
}) {
  const { row, beside, onAsk, onClose } = props;
  const { account, apps } = useSession();
  const upsell = useUpsell();
  const name = memberName(row);
  const before = heldAccess(row);
  const opened = useRef(row.version);
  const form = useSchemaForm<HeldAccess>({ start: before, rules });
  const { owner, roles } = form.watch();
  const { errors, isSubmitted } = form.formState;
  const changes = accessChanges(before, { owner, roles }, apps);
  const guard = useLeaveGuard(changes.length > 0);
  const save = useCommand<Permissions, Envelope<{ user_id: string }>>({
    on: row.id,
    send: (product, permissions, key) => product.changePermissions(row.email, permissions, opened.current, key),
    changes: changesOfTeam,
    said: ({ message }) => message,
    onRefused: (_, error) => {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'VersionConflict') {
        // What is chosen here rests on roles that are no more.
        guard.release();
        onClose();
      }
      if (code !== 'FeatureNotAvailable') return false;
      upsell('ivod');
      return true;
    },
    corrected: () => guard.release(),
    onDone: onClose,
  });
  const hasVideos = hasFeature(account.settings, 'ivod');
  const optionsIn = (appId: string) =>
    appRoles.filter((role) => role !== 'brodcaster' || hasVideos || before.roles[appId] === 'brodcaster');
  const setRoles = (next: HeldAccess['roles']) => form.setValue('roles', next, { shouldValidate: isSubmitted });
  const setRole = (appId: string, role: AppRole | null) => {
    const { [appId]: _, ...others } = roles;
    setRoles(role ? { ...others, [appId]: role } : others);
  };
  const acting = actingReason();
  return (
    <>
      <PanelFrame
        beside={beside}
        picture={<Avatar name={name} id={row.id} size={40} />}
        title={t(teamWords.editPermissions)}
        subtitle={name}
        saving={save.sending}
        onSubmit={() => void form.sending((values) => save.run(permissionsFor(values)))()}
        onClose={onClose}
        footer={
          <>
            <Button
              variant="quiet"
              className={`${css.remove} ${page.touch}`}
              disabledReason={acting}
              onClick={() => onAsk({ kind: row.invited ? 'cancel' : 'delete', row })}
            >
              {row.invited ? t(teamWords.cancelInvitation) : t(teamWords.deleteFromTeam)}
            </Button>
            <span data-push />
            <Button className={page.touch ?? ''} disabled={save.sending} onClick={onClose}>
              {t(teamWords.cancel)}
            </Button>
            <Button
              type="submit"
              variant="primary"
              className={page.touch ?? ''}
              loading={save.busy}
              disabled={changes.length === 0}
              disabledReason={acting}
            >
              {t(teamWords.save)}
            </Button>
          </>
        }
      >
        <TextField
          label={t(teamWords.email)}
          value={row.email}
          onChange={() => undefined}
          disabled
          end={<Lock size={16} aria-hidden />}
        />
        <div className={css.owner}>
          <Checkbox
            checked={owner}
            onChange={(checked) => form.setValue('owner', checked, { shouldValidate: isSubmitted })}
            label={t(teamWords.ownsAccount, { company: account.name })}
          />
          <p className="t-caption">{roleTexts.account_owner}</p>
        </div>
        {owner ? null : (
          <Field
            id="member-roles"
            label={t(teamWords.roleInEachApp)}
            end={t(teamWords.atLeastOne)}
            error={errors.roles?.message as string | undefined}
            group
          >
            <ul className={css.apps}>
              {apps.map((app) => (
                <li key={app.id}>
                  <Checkbox
                    className={css.app ?? ''}
                    checked={roles[app.id] !== undefined}
                    onChange={(checked) => setRole(app.id, checked ? 'story_creator' : null)}
                    label={
                      <span className={css.appName}>
                        <AppIcon title={app.title} src={app.icon} seed={app.id} size={24} />
                        <span className="truncate">{app.title}</span>
                      </span>
                    }
                  />
                  {roles[app.id] ? (
                    <RolePicker
                      app={app.title}
                      role={roles[app.id]!}
                      options={optionsIn(app.id)}
                      onChoose={(role) => setRole(app.id, role)}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
          </Field>
        )}
        <Changes name={name} changes={changes} joined={!row.invited} />
      </PanelFrame>
      <LeaveDialog guard={guard} text={t(teamWords.changesLost, { name })} />
    </>
  );
}
