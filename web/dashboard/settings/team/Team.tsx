import { UserPlus, UsersRound } from 'lucide-react';
import { useListContext } from 'ra-core';
import { lazy, useEffect, useRef, useState } from 'react';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { FeatureGate } from '../../gates/FeatureGate.tsx';
import { SeatsDialog } from '../../gates/SeatsDialog.tsx';
import { useFeature } from '../../gates/upsell-context.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import { LatestInTeam } from './LatestInTeam.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { focusMemberMenu } from './MemberMenu.tsx';
import { TeamHead } from './TeamHead.tsx';
import { type TeamQuestion, TeamQuestions } from './TeamQuestions.tsx';
import css from './TeamSettings.module.css';
import { TeamTable } from './TeamTable.tsx';
import { TeamToolbar } from './TeamToolbar.tsx';
import {
  countTeam,
  findInTeam,
  freeSeats,
  seatsOf,
  statusOf,
  type TeamFilter,
  type TeamSeats,
  teamFilters,
} from './team-rows.ts';
import { useSideRoom } from './use-side-room.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./invite/InviteDialog.tsx')).InviteDialog }));
const MemberPanel = lazy(async () => ({ default: (await import('./edit/MemberPanel.tsx')).MemberPanel }));

/** What of the page the address holds: the filter, what is looked for, who is edited, whether people are invited. */
function useTeamAddress() {
  const { search, set, open, close } = useGroupSearch();
  const wanted = search.get('show');
  return {
    filter: teamFilters.find((one): one is TeamFilter => one === wanted) ?? 'everyone',
    find: search.get('find') ?? '',
    editId: search.get('edit'),
    inviting: search.has('invite'),
    set,
    open,
    close,
  };
}

function NoRows({ filter, find, onClear }: { filter: TeamFilter; find: string; onClear: () => void }) {
  return (
    <EmptyState
      art={<UsersRound size={28} aria-hidden />}
      title={t(teamWords.noMatchTitle)}
      text={find.trim() ? t(teamWords.noMatchFound, { find: find.trim() }) : t(teamWords.noMatchFilter)}
      action={filter === 'everyone' && !find ? null : <Button onClick={onClear}>{t(teamWords.showEveryone)}</Button>}
    />
  );
}

interface InviteProps {
  rows: readonly TeamMemberRow[];
  seats: TeamSeats;
  onClose: () => void;
  onFailed: () => void;
}

/** The invitation, or where there are more seats: a seat that somebody takes meanwhile closes no form that is being filled in. */
function Invite({ rows, seats, onClose, onFailed }: InviteProps) {
  const [isFull] = useState(freeSeats(seats) === 0);
  if (isFull) return <SeatsDialog onClose={onClose} />;
  return (
    <LazyPart onFailed={onFailed}>
      <InviteDialog rows={rows} onClose={onClose} />
    </LazyPart>
  );
}

/** The team as the list around it has it, with all that is done with it. */
export function Team() {
  const { data: rows = [] } = useListContext<TeamMemberRow>();
  const { user, account, may } = useSession();
  const { filter, find, editId, inviting, set, open, close } = useTeamAddress();
  const [ask, setAsk] = useState<TeamQuestion | null>(null);
  const wide = useSideRoom();
  const teams = useFeature('team_structure');
  const seats = seatsOf(rows, account.seats);
  const manages = may('team.manage');
  const isManaged = (row: TeamMemberRow) => manages && row.id !== user.id && statusOf(row) !== 'deleted';
  const edited = rows.find((row) => row.id === editId && isManaged(row));
  const closeAll = () => close('invite', 'edit');
  const onFailed = usePartFailed(closeAll);
  const editedBefore = useRef(editId);
  useEffect(() => {
    if (editedBefore.current && !editId) focusMemberMenu(editedBefore.current);
    editedBefore.current = editId;
  }, [editId]);
  // Who is gone, or was never there, is not edited.
  const isLost = editId !== null && !edited;
  useEffect(() => {
    if (isLost) close('edit');
  }, [isLost, close]);

  const others = rows.filter((row) => row.id !== user.id && statusOf(row) !== 'deleted');
  const shown = findInTeam(rows, filter, find);
  const panelBeside = edited !== undefined && wide;
  const invite = (
    <FeatureGate feature="team_structure">
      <Button
        variant={panelBeside ? 'secondary' : 'primary'}
        className={css.touch ?? ''}
        icon={<UserPlus aria-hidden />}
        disabledReason={actingReason()}
        onClick={() => open({ invite: '1' })}
      >
        {t(teamWords.invitePeople)}
      </Button>
    </FeatureGate>
  );
  const alone = others.length === 0;
  return (
    <>
      <TeamHead>{alone ? null : invite}</TeamHead>
      <div className={css.body} data-beside={panelBeside || undefined}>
        <div className={css.main}>
          <TeamToolbar
            filter={filter}
            counts={countTeam(rows)}
            find={find}
            seats={seats}
            onFilter={(show) => set({ show: show === 'everyone' ? null : show })}
            onFind={(text) => set({ find: text })}
          />
          <Card padded={false} className={css.team}>
            {shown.length > 0 ? (
              <TeamTable
                rows={shown}
                wide={wide}
                editedId={edited?.id ?? null}
                isManaged={isManaged}
                onEdit={({ id }) => open({ edit: id })}
                onAsk={setAsk}
              />
            ) : (
              <NoRows filter={filter} find={find} onClear={() => set({ show: null, find: null })} />
            )}
          </Card>
          {alone ? (
            <Card>
              <EmptyState
                art={<UsersRound size={28} aria-hidden />}
                title={t(teamWords.aloneTitle)}
                text={t(teamWords.aloneText)}
                action={invite}
              />
            </Card>
          ) : null}
          {may('audit.view') ? <LatestInTeam /> : null}
          {alone ? null : <LeaveTeam rows={rows} onAsk={() => setAsk({ kind: 'leave' })} />}
        </div>
        {edited ? (
          <LazyPart key={edited.id} onFailed={onFailed}>
            <MemberPanel row={edited} beside={wide} onAsk={setAsk} onClose={() => close('edit')} />
          </LazyPart>
        ) : null}
      </div>
      <TeamQuestions ask={ask} onClose={() => setAsk(null)} />
      {inviting && teams.on && !actingReason() ? (
        <Invite rows={rows} seats={seats} onClose={closeAll} onFailed={onFailed} />
      ) : null}
    </>
  );
}
