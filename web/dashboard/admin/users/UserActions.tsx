import { BadgeCheck, BadgeX, Building2, Copy, CreditCard, Crown, Ellipsis, LogIn, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { copyText } from '../../kit/buttons/copy-text.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../../kit/overlays/MenuItem.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { PremiumDialog } from '../accounts/PremiumDialog.tsx';
import { isMember, personName } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { type AccessAct, AccessDialog, AccessItems } from './AccessItems.tsx';
import { LoginAsDialog, loginAsProblem } from './LoginAsDialog.tsx';

function VerifyDialog({ user, open, onClose }: { user: AdminUserRow; open: boolean; onClose: () => void }) {
  const act = useStaffAct('setVerified', user.id);
  const verify = user.verified === 0;
  return (
    <ConfirmDialog
      open={open}
      title={verify ? t(adminWords.askVerify) : t(adminWords.askUnverify)}
      text={
        verify ? t(adminWords.verifyText, { email: user.email }) : t(adminWords.unverifyText, { email: user.email })
      }
      confirmLabel={verify ? t(adminWords.verify) : t(adminWords.unverify)}
      danger={!verify}
      onConfirm={() => act.run({ user_id: user.id, verified: verify }).then(onClose)}
      onClose={onClose}
    />
  );
}

/** All that staff can do with a user, as the menu of a row. `inAccount` leaves out the ways to where it stands. */
export function UserActions({ user, inAccount }: { user: AdminUserRow; inAccount?: boolean }) {
  const [open, setOpen] = useState<'verify' | 'premium' | 'login' | AccessAct | null>(null);
  const navigate = useNavigate();
  const notify = useNotify();
  const name = personName(user);
  const close = () => setOpen(null);
  const account = `/admin/accounts/${user.account_id}`;
  return (
    <>
      <Menu
        label={t(adminWords.actionsForName, { name })}
        align="end"
        width={220}
        trigger={
          <IconButton label={t(adminWords.actionsForName, { name })} icon={<Ellipsis />} size="small" noTooltip />
        }
      >
        <MenuItem icon={<LogIn aria-hidden />} disabledReason={loginAsProblem(user)} onSelect={() => setOpen('login')}>
          {t(adminWords.loginAsUser)}
        </MenuItem>
        <MenuItem icon={<ScrollText aria-hidden />} onSelect={() => navigate(`${account}?tab=history&who=${user.id}`)}>
          {t(adminWords.openUserHistory)}
        </MenuItem>
        {inAccount ? null : (
          <MenuItem icon={<Building2 aria-hidden />} onSelect={() => navigate(account)}>
            {t(adminWords.openAccount)}
          </MenuItem>
        )}
        <MenuItem icon={<CreditCard aria-hidden />} onSelect={() => navigate(`${account}?tab=billing`)}>
          {t(staffBillingWords.openBilling)}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={user.verified ? <BadgeX aria-hidden /> : <BadgeCheck aria-hidden />}
          disabledReason={isMember(user) ? undefined : t(adminWords.verifyOnlyMembers)}
          onSelect={() => setOpen('verify')}
        >
          {user.verified ? t(adminWords.unverify) : t(adminWords.verify)}
        </MenuItem>
        <AccessItems user={user} onAsk={setOpen} />
        <MenuLine />
        {inAccount ? null : (
          <MenuItem icon={<Crown aria-hidden />} onSelect={() => setOpen('premium')}>
            {user.premium ? t(adminWords.endPremium) : t(adminWords.setPremium)}
          </MenuItem>
        )}
        <MenuItem
          icon={<Copy aria-hidden />}
          onSelect={() =>
            void copyText(user.id).then((isCopied) =>
              isCopied
                ? notify(t(adminWords.idCopied), { type: 'success' })
                : notify(t(adminWords.copyRefused, { id: user.id }), { type: 'error' }),
            )
          }
        >
          {t(adminWords.copyIdItem)}
        </MenuItem>
      </Menu>
      <VerifyDialog user={user} open={open === 'verify'} onClose={close} />
      <PremiumDialog
        account={{ id: user.account_id, name: user.company_name, premium: user.premium }}
        open={open === 'premium'}
        onClose={close}
      />
      {open === null || open === 'verify' || open === 'premium' || open === 'login' ? null : (
        <AccessDialog user={user} act={open} onClose={close} />
      )}
      <LoginAsDialog person={open === 'login' ? { id: user.id, name } : null} onClose={close} />
    </>
  );
}
