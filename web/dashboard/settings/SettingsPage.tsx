import { Building2, CreditCard, Gift, LayoutGrid, Smartphone, UserRound, UsersRound } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { Redirect } from '../shell/Redirect.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { FailureState } from '../shell/waiting/PageFailed.tsx';
import { accountSettingsWords } from '../words/account-settings.en.ts';
import { referralWords } from '../words/referral.en.ts';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';
import { teamWords } from '../words/team.en.ts';
import { testDevicesWords } from '../words/test-devices.en.ts';
import css from './SettingsPage.module.css';
import { hasTab, settingsTabs } from './settings-tabs.ts';
import { UserSettings } from './user/UserSettings.tsx';

const AccountSettings = lazy(async () => ({
  default: (await import('./account/AccountSettings.tsx')).AccountSettings,
}));
const AppSettingsList = lazy(async () => ({ default: (await import('./apps/AppSettingsList.tsx')).AppSettingsList }));
const PaymentSettings = lazy(async () => ({
  default: (await import('./payment/PaymentSettings.tsx')).PaymentSettings,
}));
const TeamSettings = lazy(async () => ({ default: (await import('./team/TeamSettings.tsx')).TeamSettings }));
const TestDevices = lazy(async () => ({ default: (await import('./test-devices/TestDevices.tsx')).TestDevices }));

const BillProof = lazy(async () => ({ default: (await import('./bill-proof/BillProof.tsx')).BillProof }));

const ReferralSettings = lazy(async () => ({
  default: (await import('./refferal/ReferralSettings.tsx')).ReferralSettings,
}));

const tabs = [
  { id: 'account', label: t(accountSettingsWords.title), icon: Building2, View: AccountSettings },
  { id: 'user', label: t(settingsWords.userSettings), icon: UserRound, View: UserSettings },
  { id: 'apps', label: t(settingsWords.appSettings), icon: LayoutGrid, View: AppSettingsList },
  { id: 'payment', label: t(settingsWords.paymentAndBilling), icon: CreditCard, View: PaymentSettings },
  { id: 'team-management', label: t(teamWords.teamManagement), icon: UsersRound, View: TeamSettings },
  { id: 'test-devices', label: t(testDevicesWords.title), icon: Smartphone, View: TestDevices },
  { id: 'refferal', label: t(referralWords.title), icon: Gift, View: ReferralSettings },
] as const;

function TabLoading() {
  return (
    <>
      <Loading label={t(settingsWords.loadingTab)} />
      <Skeleton height={320} radius={12} />
    </>
  );
}

/** The settings: one tab each, by role; an unknown tab gives way to the first allowed one. */
export function Component() {
  // Some tabs have an address of their own: /account, /user, /apps.
  const { tab: named, part } = useParams();
  const { pathname } = useLocation();
  const tab = named ?? tabs.find(({ id }) => pathname === `/${id}`)?.id;
  const { user, account } = useSession();
  usePageTitle(t(settingsWords.pageTitle));
  const open = settingsTabs(user, account);
  const allowed = tabs.filter(({ id }) => open.includes(id));
  const [first] = allowed;
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs stand in a row that is longer than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place in the row
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  if (!first) return <NeedPermission />;
  const known = tabs.find((one) => one.id === tab);
  if (tab !== undefined && !(known && hasTab(account, known.id))) return <Redirect to={`/settings/${first.id}`} />;
  const shown = known ?? first;
  const isProof = shown.id === 'payment' && part === 'proof';
  if (part !== undefined && !isProof) return <Redirect to={`/settings/${shown.id}`} />;
  return (
    <div className={css.root}>
      <nav className={css.nav} aria-label={t(settingsWords.settings)}>
        <h1 className="t-section">{t(settingsWords.settings)}</h1>
        <ul ref={list}>
          {allowed.map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <Link to={`/settings/${id}`} aria-current={id === shown.id ? 'page' : undefined}>
                <Icon size={16} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.page}>
        {allowed.includes(shown) ? (
          <LazyPart
            key={`${shown.id} ${part}`}
            fallback={<TabLoading />}
            failed={(error) => <FailureState error={error} part />}
          >
            {isProof ? <BillProof /> : <shown.View />}
          </LazyPart>
        ) : (
          <NeedPermission />
        )}
      </div>
    </div>
  );
}
