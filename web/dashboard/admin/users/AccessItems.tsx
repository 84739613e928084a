import { LogOut, RotateCcwKey, UserCheck, UserX } from 'lucide-react';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import { staffAccessWords } from '../../words/staff-access.en.ts';
import { t } from '../../words/t.ts';
import { isMember, personName } from '../admin-words.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

/** What staff do about how a user gets in. */
export type AccessAct = 'resetFactors' | 'signUserOut' | 'disableUser' | 'enableUser';

/** The items of a user's menu about how they get in; those that cannot be are there, and say why. */
export function AccessItems({ user, onAsk }: { user: AdminUserRow; onAsk: (act: AccessAct) => void }) {
  const notHere = isMember(user) ? undefined : t(staffAccessWords.onlyMembers);
  return (
    <>
      <MenuItem icon={<RotateCcwKey aria-hidden />} disabledReason={notHere} onSelect={() => onAsk('resetFactors')}>
        {t(staffAccessWords.resetFactors)}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} disabledReason={notHere} onSelect={() => onAsk('signUserOut')}>
        {t(staffAccessWords.signOut)}
      </MenuItem>
      {user.disabled ? (
        <MenuItem icon={<UserCheck aria-hidden />} disabledReason={notHere} onSelect={() => onAsk('enableUser')}>
          {t(staffAccessWords.enable)}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<UserX aria-hidden />}
          disabledReason={user.type === 2 ? t(staffAccessWords.notStaff) : notHere}
          onSelect={() => onAsk('disableUser')}
        >
          {t(staffAccessWords.disable)}
        </MenuItem>
      )}
    </>
  );
}

const saidOf = (act: AccessAct, user: AdminUserRow) => {
  const name = personName(user);
  switch (act) {
    case 'resetFactors':
      return {
        title: t(staffAccessWords.askReset),
        text: t(staffAccessWords.resetText, { name, email: user.email }),
        confirmLabel: t(staffAccessWords.resetFactors),
      };
    case 'signUserOut':
      return {
        title: t(staffAccessWords.askSignOut),
        text: t(staffAccessWords.signOutText, { name }),
        confirmLabel: t(staffAccessWords.signOut),
      };
    case 'disableUser':
      return {
        title: t(staffAccessWords.askDisable),
        text: t(staffAccessWords.disableText, { name }),
        confirmLabel: t(staffAccessWords.disable),
      };
    case 'enableUser':
      return {
        title: t(staffAccessWords.askEnable),
        text: t(staffAccessWords.enableText, { name }),
        confirmLabel: t(staffAccessWords.enable),
        danger: false,
      };
  }
};

/** Says what an act will do to a user, and asks why. */
export function AccessDialog(props: { user: AdminUserRow; act: AccessAct; onClose: () => void }) {
  const { user, act, onClose } = props;
  return <ReasonDialog act={act} on={user.id} given={{ user_id: user.id }} {...saidOf(act, user)} onClose={onClose} />;
}
