import { Crown } from 'lucide-react';
import { useState } from 'react';
import { FunctionField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { CopyCode } from '../../kit/buttons/CopyCode.tsx';
import { Card } from '../../kit/Card.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { dateTimeIn, exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { countryName, paymentState } from '../admin-words.ts';
import fieldCss from '../FieldParts.module.css';
import css from './AccountParts.module.css';
import { FeaturesForm } from './FeaturesForm.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';

const planName = ({ plan }: AdminAccountRow) => plan.charAt(0).toUpperCase() + plan.slice(1);
const contentOf = (account: AdminAccountRow) =>
  [
    t(adminWords.userCount, { count: account.total_users }),
    t(adminWords.appCount, { count: account.total_apps }),
    t(adminWords.groupCount, { count: account.total_story_groups }),
    t(adminWords.storyCount, { count: account.total_stories }),
  ].join(', ');

function Plan() {
  const [asking, setAsking] = useState(false);
  const account = useRecordContext<AdminAccountRow>();
  if (!account) return null;
  return (
    <Card as="section" title={t(adminWords.plan)} aria-label={t(adminWords.plan)}>
      <SimpleShowLayout>
        <FunctionField label={t(adminWords.plan)} render={planName} />
        <FunctionField
          label={t(adminWords.payment)}
          render={(row: AdminAccountRow) => paymentState(row.payment_status).label}
        />
        <FunctionField
          label={t(adminWords.seats)}
          render={({ seats }: AdminAccountRow) => (seats < 0 ? t(adminWords.unlimited) : exactNumber(seats))}
        />
        <FunctionField
          label={t(adminWords.trialEnds)}
          render={({ trial_ends }: AdminAccountRow) =>
            t(adminWords.momentUtc, { moment: dateTimeIn('UTC', trial_ends) })
          }
        />
      </SimpleShowLayout>
      <div className={css.premium}>
        <Crown size={18} aria-hidden />
        <div>
          <div className={fieldCss.strong}>{t(adminWords.premium)}</div>
          <div className="t-small">{t(adminWords.premiumText)}</div>
        </div>
        <span className={css.switch}>
          <Switch label={t(adminWords.premium)} checked={account.premium === 1} onChange={() => setAsking(true)} />
        </span>
      </div>
      <PremiumDialog account={account} open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function Company() {
  return (
    <Card as="section" title={t(adminWords.company)} aria-label={t(adminWords.company)}>
      <SimpleShowLayout>
        <FunctionField
          label={t(adminWords.owner)}
          render={({ owner }: AdminAccountRow) => (owner ? `${owner.name}, ${owner.email}` : t(adminWords.nobody))}
        />
        <FunctionField label={t(adminWords.country)} render={({ country }: AdminAccountRow) => countryName(country)} />
        <FunctionField
          label={t(adminWords.size)}
          render={({ employee_size }: AdminAccountRow) =>
            employee_size ? t(adminWords.employees, { size: employee_size }) : '–'
          }
        />
        <TextField source="time_zone" label={t(adminWords.timeZone)} />
        <FunctionField label={t(adminWords.holds)} render={contentOf} />
        <FunctionField
          label={t(adminWords.created)}
          render={({ ts_created }: AdminAccountRow) =>
            t(adminWords.momentUtc, { moment: dateTimeIn('UTC', ts_created) })
          }
        />
        <FunctionField
          label={t(adminWords.id)}
          render={({ id }: AdminAccountRow) => <CopyCode text={id} label={t(adminWords.copyId)} />}
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
