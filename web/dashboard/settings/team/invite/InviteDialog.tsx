import { useRef } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { hasFeature } from '#contracts/api/plans.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { SeatsDialog } from '../../../gates/SeatsDialog.tsx';
import { Button } from '../../../kit/buttons/Button.tsx';
import { useFormField } from '../../../kit/forms/form-field.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../shell/LeaveDialog.tsx';
import { permissionsOf } from '../../../shell/session/access.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { useLeaveGuard } from '../../../shell/use-leave-guard.ts';
import { t } from '../../../words/t.ts';
import { teamWords } from '../../../words/team.en.ts';
import page from '../TeamSettings.module.css';
import { freeSeats, seatsOf } from '../team-rows.ts';
import { AppChecks } from './AppChecks.tsx';
import { EmailTags } from './EmailTags.tsx';
import css from './InviteDialog.module.css';
import { rolesToGive } from './invitation.ts';
import { RoleCards } from './RoleCards.tsx';
import { useInvite } from './use-invite.ts';

/** Invites up to ten people at once, all with the same role. */
export function InviteDialog({ rows, onClose }: { rows: readonly TeamMemberRow[]; onClose: () => void }) {
  const { user, account, apps } = useSession();
  const held = permissionsOf(user);
  const release = useRef(() => {});
  const invite = useInvite(rows, held, () => {
    release.current();
    onClose();
  });
  const guard = useLeaveGuard(invite.emails.length > 0 || invite.typed.trim() !== '');
  release.current = guard.release;
  const { control } = invite.form;
  const { ref: emailsRef } = useFormField({ control, name: 'emails' });
  const { ref: appsRef } = useFormField({ control, name: 'apps' });
  const free = freeSeats(seatsOf(rows, account.seats));
  return (
    <Dialog
      open
      stays
      size="wide"
      title={t(teamWords.inviteTo, { company: account.name })}
      onClose={invite.busy ? () => undefined : onClose}
      onSubmit={() => void invite.send()}
      footer={
        <>
          <span className={`${css.seats} num`}>
            {free === null ? t(teamWords.seatsNoLimit) : t(teamWords.seatsFree, { free, limit: account.seats })}
          </span>
          <Button className={page.touch ?? ''} onClick={onClose} disabled={invite.busy}>
            {t(teamWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" className={page.touch ?? ''} loading={invite.busy}>
            {t(teamWords.sendInvitations, { count: invite.ready })}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(teamWords.inviteText, { days: limits.invitationDays })}</p>
      <div className={css.addresses}>
        <EmailTags
          ref={emailsRef}
          tags={invite.emails}
          typed={invite.typed}
          wrong={invite.isWrong}
          error={invite.addressError}
          onTyped={invite.setTyped}
          onAdd={invite.add}
          onRemove={invite.remove}
          onEmptyEnter={invite.onEmptyEnter}
        />
      </div>
      <RoleCards
        options={rolesToGive(held, hasFeature(account.settings, 'ivod'))}
        value={invite.role}
        onChange={invite.choose}
      />
      {invite.role === 'account_owner' ? null : (
        <AppChecks
          ref={appsRef}
          apps={invite.offered}
          chosen={invite.apps}
          onChange={invite.setApps}
          none={apps.length === 0 ? t(teamWords.noApps) : t(teamWords.noAppsToGive)}
          error={invite.appsError}
        />
      )}
      {invite.full ? <SeatsDialog onClose={invite.closeFull} /> : null}
      <LeaveDialog guard={guard} text={t(teamWords.invitationLost)} />
    </Dialog>
  );
}
