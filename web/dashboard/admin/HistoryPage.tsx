import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import { ActivityView } from '../activity/ActivityView.tsx';
import { auditAt } from '../activity/audit-source.ts';
import { adminWords } from '../words/admin.en.ts';
import { t } from '../words/t.ts';
import { AdminPage } from './AdminPage.tsx';
import { EntryOrigin } from './events/EntryOrigin.tsx';

const everywhere = auditAt('/admin/audit');

/** All that was done in any account, for staff. */
export function Component() {
  return (
    <AdminPage title={t(adminWords.history)} heading={t(adminWords.historyOfAllAccounts)}>
      <ActivityView
        source={everywhere}
        timeZone="UTC"
        people={[]}
        things={[]}
        addressOf={() => null}
        fileName="history"
        placeOf={(row) => (row as AdminAuditRow).account_name}
        more={(row) => <EntryOrigin row={row} timeZone="UTC" linked />}
      />
    </AdminPage>
  );
}
