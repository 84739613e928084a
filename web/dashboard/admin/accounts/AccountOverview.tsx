import { Crown } from 'lucide-react';
import { useState } from 'react';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { Card } from '../../kit/Card.tsx';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { Fact, FactList } from '../../kit/FactList.tsx';
import { dateTimeIn, exactNumber, plural } from '../../kit/format.ts';
import { Switch } from '../../kit/Switch.tsx';
import { countryName, paymentState } from '../admin-words.ts';
import { FeaturesForm } from './FeaturesForm.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';

function Plan({ account }: { account: AdminAccountRow }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card as="section" title="Plan" aria-label="Plan">
      <FactList>
        <Fact name="Plan">{account.plan.charAt(0).toUpperCase() + account.plan.slice(1)}</Fact>
        <Fact name="Payment">{paymentState(account.payment_status).label}</Fact>
        <Fact name="Seats">{account.seats < 0 ? 'Unlimited' : exactNumber(account.seats)}</Fact>
        <Fact name="Trial ends">{dateTimeIn('UTC', account.trial_ends)} UTC</Fact>
      </FactList>
      <div className="admin-premium">
        <Crown size={18} aria-hidden />
        <div>
          <div className="admin-strong">Premium</div>
          <div className="t-small">Everything is included and nothing is paid.</div>
        </div>
        <Switch label="Premium" checked={account.premium === 1} onChange={() => setAsking(true)} />
      </div>
      <PremiumDialog account={account} open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function Company({ account }: { account: AdminAccountRow }) {
  const { owner } = account;
  return (
    <Card as="section" title="Company" aria-label="Company">
      <FactList>
        <Fact name="Owner">{owner ? `${owner.name}, ${owner.email}` : 'Nobody'}</Fact>
        <Fact name="Country">{countryName(account.country)}</Fact>
        <Fact name="Size">{account.employee_size ? `${account.employee_size} employees` : '–'}</Fact>
        <Fact name="Time zone">{account.time_zone}</Fact>
        <Fact name="Holds">
          {plural(account.total_users, 'user')}, {plural(account.total_apps, 'app')},{' '}
          {plural(account.total_story_groups, 'group')}, {plural(account.total_stories, 'story', 'stories')}
        </Fact>
        <Fact name="Created">{dateTimeIn('UTC', account.ts_created)} UTC</Fact>
        <Fact name="Id">
          <span className="activity-request">
            <code>{account.id}</code>
            <CopyButton text={account.id} label="Copy the id" />
          </span>
        </Fact>
      </FactList>
    </Card>
  );
}

/** An account's plan with its premium switch, the company behind it, and the features that staff switch on. */
export function AccountOverview({ account }: { account: AdminAccountRow }) {
  return (
    <div className="admin-columns">
      <FeaturesForm key={account.version} account={account} />
      <div className="admin-column">
        <Plan account={account} />
        <Company account={account} />
      </div>
    </div>
  );
}
