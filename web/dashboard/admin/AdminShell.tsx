import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  ChartColumn,
  FileSearch,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Package,
  ScrollText,
  Shield,
  Sun,
  SunMoon,
  TicketPercent,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../kit/buttons/Button.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import tabCss from '../kit/buttons/Tabs.module.css';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { Avatar } from '../kit/pictures/Avatar.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { cut } from '../kit/text/format.ts';
import frame from '../shell/Frame.module.css';
import { Logo } from '../shell/Logo.tsx';
import { isOnlyStaff } from '../shell/session/access.ts';
import { userQuery } from '../shell/session/session-queries.ts';
import { useKeptFocus } from '../shell/use-kept-focus.ts';
import { usePageTop } from '../shell/use-page-top.ts';
import { FailureState } from '../shell/waiting/PageFailed.tsx';
import { type ThemeChoice, useThemeMode } from '../theme/mode.ts';
import { adminWords } from '../words/admin.en.ts';
import { promoCodeWords } from '../words/promo-codes.en.ts';
import { sdkReleaseWords } from '../words/sdk-releases.en.ts';
import { staffSettingsWords } from '../words/staff-settings.en.ts';
import { t } from '../words/t.ts';
import css from './AdminShell.module.css';
import { FindBox } from './FindBox.tsx';

/** The pages; `short` is the name where there is room for one word, `also` a page that stands beside. */
const tabs: readonly { to: string; label: string; short?: string; icon: LucideIcon; also?: string }[] = [
  { to: '/admin', label: t(adminWords.summary), icon: ChartColumn },
  { to: '/admin/users', label: t(adminWords.users), icon: UsersRound },
  { to: '/admin/accounts', label: t(adminWords.accounts), icon: UserRound },
  { to: '/admin/promo-codes', label: t(promoCodeWords.codes), icon: TicketPercent, also: '/admin/deal-codes' },
  { to: '/admin/sdk-releases', label: t(sdkReleaseWords.title), short: t(sdkReleaseWords.short), icon: Package },
  { to: '/admin/history', label: t(adminWords.history), icon: ScrollText },
  { to: '/admin/events', label: t(adminWords.events), icon: FileSearch },
  { to: '/admin/health', label: t(adminWords.health), icon: Activity },
];

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: t(adminWords.likeSystem), icon: Monitor },
  { value: 'light', label: t(adminWords.light), icon: Sun },
  { value: 'dark', label: t(adminWords.dark), icon: Moon },
];

function Colours() {
  const { choice, setChoice } = useThemeMode();
  return (
    <Menu
      label={t(adminWords.colours)}
      align="end"
      trigger={<IconButton label={t(adminWords.colours)} icon={<SunMoon />} size="bar" />}
    >
      {themes.map(({ value, label, icon: Icon }) => (
        <MenuItem key={value} icon={<Icon aria-hidden />} selected={choice === value} onSelect={() => setChoice(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/**
 * The frame of the admin area: its own bar, on a phone tabs at the bottom, and the way out. `isShut`: without its pages,
 * which do not open yet.
 */
export function AdminShell({ children, isShut = false }: { children: ReactNode; isShut?: boolean }) {
  const { pathname } = useLocation();
  usePageTop();
  useKeptFocus();
  const { data: user } = useQuery(userQuery);
  const name = user ? `${user.firstname} ${user.lastname}`.trim() || user.email : '';
  const isAt = (to: string) => (to === '/admin' ? pathname.replace(/\/$/, '') === to : pathname.startsWith(to));
  const current = ({ to, also = to }: (typeof tabs)[number]) =>
    isAt(to) || isAt(also) ? ('page' as const) : undefined;
  return (
    <>
      <a className={frame.skip} href="#main">
        {t(adminWords.skipToPage)}
      </a>
      <header className={`${frame.bar} ${css.bar}`}>
        <Link to="/admin" className={frame.home} aria-label={t(adminWords.storyrailToSummary)}>
          <Logo />
        </Link>
        <Badge kind="waiting" icon={<Shield aria-hidden />}>
          {t(adminWords.admin)}
        </Badge>
        {isShut ? null : (
          <nav className={frame.tabs} aria-label={t(adminWords.main)}>
            {tabs.map((tab) => (
              <Link key={tab.to} to={tab.to} className={tabCss.tab} data-kit="tab" aria-current={current(tab)}>
                <span className={css.roomy}>{tab.label}</span>
                <span className={css.tight}>{tab.short ?? tab.label}</span>
              </Link>
            ))}
          </nav>
        )}
        <div className={css.barEnd}>
          {isShut ? null : <FindBox />}
          <Colours />
          <Link to={user && isOnlyStaff(user) ? '/admin/settings' : '/settings/user'} className={css.who}>
            <span className="visually-hidden">{t(staffSettingsWords.title)}</span>
            <Avatar name={name} id={user?.id ?? null} />
            <span className={`${css.whoName} truncate`}>{cut(name, 24)}</span>
          </Link>
          <Button size="toolbar" to="/logout" icon={<LogOut aria-hidden />}>
            <span className={css.out}>{t(adminWords.logOut)}</span>
          </Button>
        </div>
      </header>
      <main id="main" className={frame.main} tabIndex={-1}>
        <LazyPart key={pathname} fallback={<Loading />} failed={(error) => <FailureState error={error} />}>
          {children}
        </LazyPart>
      </main>
      {isShut ? null : (
        <nav className={`${frame.bottom} ${css.bottom}`} aria-label={t(adminWords.mainAtBottom)}>
          {tabs.map(({ icon: Icon, ...tab }) => (
            <Link key={tab.to} to={tab.to} aria-current={current({ icon: Icon, ...tab })}>
              <Icon size={20} aria-hidden />
              {tab.short ?? tab.label}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
