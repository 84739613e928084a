import type { AppRow } from '#contracts/app/rows.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import { AccessCell, AppCell } from './AccessCells.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { LastCell, PersonCell, StatusBadge } from './PersonCells.tsx';
import type { TeamQuestion } from './TeamQuestions.tsx';
import css from './TeamTable.module.css';

/** So many apps have a column each. */
const mostColumns = 3;

/** Properties of the TeamTable; `wide`: there is room for a column of each app. */
export interface TeamTableProps {
  rows: readonly TeamMemberRow[];
  wide: boolean;
  editedId: string | null;
  isManaged: (row: TeamMemberRow) => boolean;
  onEdit: (row: TeamMemberRow) => void;
  onAsk: (ask: TeamQuestion) => void;
}

const appColumns = (apps: readonly AppRow[]): Column<TeamMemberRow>[] =>
  apps.map((app, index) => ({
    id: app.id,
    label: app.title,
    title: (
      <span className={css.app}>
        <AppIcon title={app.title} src={app.icon} seed={app.id} size={18} />
        <span className="truncate">{app.title}</span>
      </span>
    ),
    width: 132,
    spans: (row) =>
      index === 0 && row.roles.includes('account_owner') ? { columns: apps.length, label: t(teamWords.access) } : null,
    render: (row) => <AppCell row={row} app={app} />,
  }));

/** Who is in the team: a role stands where it holds, in the column of its app while there are few, else beside its apps. */
export function TeamTable({ rows, wide, editedId, isManaged, onEdit, onAsk }: TeamTableProps) {
  const { apps, may } = useSession();
  // Whoever does not see all apps would miss roles in a table of columns.
  const byApp = wide && may('team.manage') && apps.length > 0 && apps.length <= mostColumns;
  // The panel takes the place of what is not about roles.
  const narrowed = wide && editedId !== null;
  const columns: Column<TeamMemberRow>[] = [
    {
      id: 'person',
      label: t(teamWords.person),
      ...(byApp ? {} : { width: '36%' }),
      render: (row) => <PersonCell row={row} withStatus={narrowed} />,
    },
    ...(byApp
      ? appColumns(apps)
      : [{ id: 'access', label: t(teamWords.access), render: (row: TeamMemberRow) => <AccessCell row={row} /> }]),
  ];
  if (!narrowed)
    columns.push(
      { id: 'status', label: t(teamWords.status), width: 112, render: (row) => <StatusBadge row={row} /> },
      {
        id: 'last',
        label: t(teamWords.lastColumn),
        width: 184,
        spans: ({ invited }) => (invited ? { columns: 1, label: t(teamWords.invitation) } : null),
        render: (row) => <LastCell row={row} />,
      },
    );
  if (rows.some(isManaged))
    columns.push({
      id: 'actions',
      label: t(teamWords.actions),
      head: false,
      width: 52,
      render: (row) => (isManaged(row) ? <MemberMenu row={row} onEdit={() => onEdit(row)} onAsk={onAsk} /> : null),
    });
  return (
    <div className={css.root}>
      <Table
        caption={t(teamWords.people)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        selected={({ id }) => id === editedId}
      />
    </div>
  );
}
