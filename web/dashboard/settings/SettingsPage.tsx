import './settings.css';
import { CreditCard, LayoutGrid } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useSession } from '../shell/session-context.tsx';
import { AppSettings } from './AppSettings.tsx';
import { NeedPermission } from './NeedPermission.tsx';
import { PaymentSettings } from './PaymentSettings.tsx';

// Each tab by the last part of its address, with the roles that may open it.
const tabs = [
  { id: 'apps', label: 'App Settings', icon: LayoutGrid, roles: ['account_owner', 'app_owner'], View: AppSettings },
  {
    id: 'payment',
    label: 'Payment and Billing',
    icon: CreditCard,
    roles: ['account_owner', 'app_owner', 'story_creator'],
    View: PaymentSettings,
  },
] as const;

/** The settings: one tab each, by role; an unknown tab gives way to the first allowed one. */
export function Component() {
  const { tab } = useParams();
  const { user, account } = useSession();
  useEffect(() => {
    document.title = 'Settings · Storyrail';
  }, []);
  const allowed = tabs.filter(
    ({ id, roles }) =>
      (id !== 'payment' || account.premium !== 1) &&
      roles.some((role) => (user.roles as readonly string[]).includes(role)),
  );
  const known = tabs.find((one) => one.id === tab);
  const first = allowed[0] ?? tabs[0];
  const hidden = known?.id === 'payment' && account.premium === 1;
  if (tab !== undefined && (!known || hidden)) return <Navigate to={`/settings/${first.id}`} replace />;
  const shown = known ?? first;
  return (
    <div className="settings">
      <nav className="settings-nav" aria-label="Settings">
        <h1 className="t-section">Settings</h1>
        <ul>
          {(allowed.length ? allowed : [shown]).map(({ id, label, icon: Icon }) => (
            <li key={id}>
              <Link to={`/settings/${id}`} aria-current={id === shown.id ? 'page' : undefined}>
                <Icon size={16} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-page">{allowed.includes(shown) ? <shown.View /> : <NeedPermission />}</div>
    </div>
  );
}
