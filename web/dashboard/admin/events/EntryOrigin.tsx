import { useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import css from './EntryOrigin.module.css';
import { inspectorAddress, stateQuery } from './event-queries.ts';
import { GroupThen, isGroupState } from './GroupThen.tsx';

function Then({ row, timeZone }: { row: AdminAuditRow; timeZone: string }) {
  const { data, isPending } = useQuery(stateQuery(row.stream, row.version));
  if (isPending)
    return (
      <div className={css.waiting}>
        <Skeleton height={132} radius={8} />
      </div>
    );
  if (!data || data.version !== row.version || !isGroupState(data.state)) return null;
  return <GroupThen state={data.state} ts={row.ts} timeZone={timeZone} />;
}

/** What staff see of an entry besides: in which account, what the group looked like after it, and its event. */
export function EntryOrigin({ row: given, timeZone, linked }: { row: AuditRow; timeZone: string; linked?: boolean }) {
  const row = given as AdminAuditRow;
  return (
    <div className={css.origin}>
      {row.stream.startsWith('storyGroup-') ? <Then row={row} timeZone={timeZone} /> : null}
      <FactList className={css.facts}>
        {linked ? (
          <Fact label={t(adminWords.account)}>
            <Link to={`/admin/accounts/${row.account_id}?entry=${row.id}`}>{row.account_name}</Link>
          </Fact>
        ) : null}
        <Fact label={t(adminWords.version)}>
          <span className="num">{row.version}</span>
        </Fact>
      </FactList>
      <Button size="small" icon={<FileSearch aria-hidden />} to={inspectorAddress(row.stream, row.version)}>
        {t(adminWords.eventAndState)}
      </Button>
    </div>
  );
}
