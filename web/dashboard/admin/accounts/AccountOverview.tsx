import { Crown } from 'lucide-react';
import { useState } from 'react';
import { FunctionField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { Card } from '../../kit/Card.tsx';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { dateTimeIn, exactNumber, plural } from '../../kit/format.ts';
import { Switch } from '../../kit/Switch.tsx';
import { countryName, paymentState } from '../admin-words.ts';
import fieldCss from '../fields.module.css';
import css from './account.module.css';
import { FeaturesForm } from './FeaturesForm.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';

const planName = ({ plan }: AdminAccountRow) => plan.charAt(0).toUpperCase() + plan.slice(1);
const contentOf = (account: AdminAccountRow) =>
  [
    plural(account.total_users, 'user'),
    plural(account.total_apps, 'app'),
    plural(account.total_story_groups, 'group'),
    plural(account.total_stories, 'story', 'stories'),
  ].join(', ');

function Plan() {
  const [asking, setAsking] = useState(false);
  const account = useRecordContext<AdminAccountRow>();
  if (!account) return null;
  return (
    <Card as="section" title="Plan" aria-label="Plan">
      <SimpleShowLayout>
        <FunctionField label="Plan" render={planName} />
        <FunctionField label="Payment" render={(row: AdminAccountRow) => paymentState(row.payment_status).label} />
        <FunctionField
          label="Seats"
          render={({ seats }: AdminAccountRow) => (seats < 0 ? 'Unlimited' : exactNumber(seats))}
        />
        <FunctionField
          label="Trial ends"
          render={({ trial_ends }: AdminAccountRow) => `${dateTimeIn('UTC', trial_ends)} UTC`}
        />
      </SimpleShowLayout>
      <div className={css.premium}>
        <Crown size={18} aria-hidden />
        <div>
          <div className={fieldCss.strong}>Premium</div>
          <div className="t-small">Everything is included and nothing is paid.</div>
        </div>
        <span className={css.switch}>
          <Switch label="Premium" checked={account.premium === 1} onChange={() => setAsking(true)} />
        </span>
      </div>
      <PremiumDialog account={account} open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function Company() {
  return (
    <Card as="section" title="Company" aria-label="Company">
      <SimpleShowLayout>
        <FunctionField
          label="Owner"
          render={({ owner }: AdminAccountRow) => (owner ? `${owner.name}, ${owner.email}` : 'Nobody')}
        />
        <FunctionField label="Country" render={({ country }: AdminAccountRow) => countryName(country)} />
        <FunctionField
          label="Size"
          render={({ employee_size }: AdminAccountRow) => (employee_size ? `${employee_size} employees` : '–')}
        />
        <TextField source="time_zone" label="Time zone" />
        <FunctionField label="Holds" render={contentOf} />
        <FunctionField
          label="Created"
          render={({ ts_created }: AdminAccountRow) => `${dateTimeIn('UTC', ts_created)} UTC`}
        />
        <FunctionField
          label="Id"
          render={({ id }: AdminAccountRow) => (
            <span className={css.id}>
              <code>{id}</code>
              <CopyButton text={id} label="Copy the id" />
            </span>
          )}
        />
      </SimpleShowLayout>
    </Card>
  );
}

/** The account around it: its plan with the premium switch, the company, and the features that staff switch on. */
export function AccountOverview() {
  const account = useRecordContext<AdminAccountRow>();
  if (!account) return null;
  return (
    <div className={css.columns}>
      <FeaturesForm key={account.version} account={account} />
      <div className={css.column}>
        <Plan />
        <Company />
      </div>
    </div>
  );
}
