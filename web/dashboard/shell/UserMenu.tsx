import {
  AppWindow,
  ChevronDown,
  CircleQuestionMark,
  CreditCard,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Shield,
  Sun,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuHead, MenuItem, MenuLine } from '../kit/overlays/MenuItem.tsx';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import { cut } from '../kit/text/format.ts';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { type ThemeChoice, useThemeMode } from '../theme/mode.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import { isStaff } from './session/access.ts';
import { useSession } from './session/session-value.ts';
import css from './UserMenu.module.css';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: t(shellWords.likeSystem), icon: Monitor },
  { value: 'light', label: t(shellWords.light), icon: Sun },
  { value: 'dark', label: t(shellWords.dark), icon: Moon },
];

/** The person's menu: colours, settings, log out; the name is cut at 24 characters. */
export function UserMenu() {
  const { user, account } = useSession();
  const { choice, setChoice } = useThemeMode();
  const navigate = useNavigate();
  const tabs = settingsTabs(user, account);
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <Menu
      label={t(shellWords.you)}
      align="end"
      width={248}
      trigger={
        <button type="button" className={css.user}>
          <Avatar name={name} id={user.id} />
          <span className={css.userName}>{cut(name, 24)}</span>
          <span className="visually-hidden">{t(shellWords.yourMenu)}</span>
          <ChevronDown size={16} aria-hidden />
        </button>
      }
    >
      <MenuHead>
        <strong className={`${css.who} truncate`}>{name}</strong>
        {user.email}
      </MenuHead>
      <MenuLine />
      {themes.map(({ value, label, icon: Icon }) => (
        <MenuItem
          key={value}
          icon={<Icon aria-hidden />}
          selected={choice === value}
          keepOpen
          onSelect={() => setChoice(value)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      {isStaff(user) ? (
        <MenuItem icon={<Shield aria-hidden />} onSelect={() => navigate('/admin')}>
          {t(shellWords.admin)}
        </MenuItem>
      ) : null}
      {tabs.length > 0 ? (
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => navigate('/settings')}>
          {t(shellWords.settings)}
        </MenuItem>
      ) : null}
      {tabs.includes('apps') ? (
        <MenuItem icon={<AppWindow aria-hidden />} onSelect={() => navigate('/apps')}>
          {t(shellWords.appSettings)}
        </MenuItem>
      ) : null}
      {tabs.includes('payment') ? (
        <MenuItem icon={<CreditCard aria-hidden />} onSelect={() => navigate('/settings/payment')}>
          {t(shellWords.paymentAndBilling)}
        </MenuItem>
      ) : null}
      <MenuItem icon={<CircleQuestionMark aria-hidden />} onSelect={() => navigate('/help')}>
        {t(shellWords.helpAndResources)}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => navigate('/logout')}>
        {user.login_as ? t(shellWords.endLoginAs) : t(shellWords.logOutItem)}
      </MenuItem>
    </Menu>
  );
}
