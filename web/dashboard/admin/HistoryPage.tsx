import { useEffect } from 'react';
import { ActivityView } from '../activity/ActivityView.tsx';
import { auditAt } from '../activity/audit-source.ts';
import { EntryOrigin } from './events/EntryOrigin.tsx';

const everywhere = auditAt('/admin/audit');

/** All that was done in any account, for staff. */
export function Component() {
  useEffect(() => {
    document.title = 'History · Storyrail Admin';
  }, []);
  return (
    <div className="admin-page">
      <header className="admin-head">
        <h1>History of all accounts</h1>
      </header>
      <ActivityView
        source={everywhere}
        timeZone="UTC"
        people={[]}
        things={[]}
        ownId={null}
        addressOf={() => null}
        fileName="history"
        more={(row) => <EntryOrigin row={row} timeZone="UTC" linked />}
      />
    </div>
  );
}
