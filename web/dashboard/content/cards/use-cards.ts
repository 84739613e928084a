import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { userStatus } from '#contracts/user/status.ts';
import { copyText } from '../../kit/buttons/copy-text.ts';
import { teamQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { storyGroupStatsQuery } from '../story-group-queries.ts';
import type { GroupActions } from '../use-group-actions.ts';
import type { CardActs, CardRights } from './card-acts.ts';
import type { GroupCardProps } from './GroupCard.tsx';

function useReach(appId: string, instanceId: string): ReadonlyMap<string, number> {
  const { may } = useSession();
  const { data } = useQuery({ ...storyGroupStatsQuery(appId, instanceId), enabled: may('stats.view', appId) });
  return useMemo(() => new Map(data?.map((row) => [row.id, row.stats.reach])), [data]);
}

function useShowsCreators(): boolean {
  const { may } = useSession();
  const { data } = useQuery({ ...teamQuery, enabled: may('team.view') });
  return (data ?? []).filter((member) => member.status !== userStatus.deleted && member.verified === 1).length > 1;
}

/** What cards show and do beyond their row: where they lie, and what they ask of the page. */
export interface CardsOf {
  appId: string;
  instanceId: string;
  actions: GroupActions;
  selection: Selection;
  edit: (groupId: string) => void;
  remove: (row: StoryGroupRow) => void;
}

function useCardActs(
  { actions, selection, edit, remove }: CardsOf,
  addressOf: (row: StoryGroupRow) => string,
): CardActs {
  const notify = useNotify();
  const navigate = useNavigate();
  const { toggle } = selection;
  return useMemo<CardActs>(
    () => ({
      open: (row) => navigate(addressOf(row)),
      edit: (row) => edit(row.id),
      togglePin: actions.togglePin,
      copyId: (row) =>
        void copyText(row.id).then((isCopied) =>
          isCopied
            ? notify(t(contentWords.idCopied, { title: row.title }), { type: 'success' })
            : notify(t(contentWords.copyRefused), { type: 'error' }),
        ),
      remove,
      setStatus: actions.setStatus,
      select: (row, range) => toggle(row.id, range),
    }),
    [navigate, addressOf, edit, actions, notify, remove, toggle],
  );
}

function useRights(): (row: StoryGroupRow) => CardRights {
  const { user, role, may } = useSession();
  const edit = may('storyGroup.edit');
  const publish = may('storyGroup.publish');
  const arrange = may('storyGroup.arrange');
  // One object per kind of right, so that cards which did not change are not drawn again.
  return useMemo(() => {
    const own = { edit, publish, arrange };
    const foreign = { ...own, edit: edit && role !== 'story_creator' };
    return (row: StoryGroupRow) => (row.user_id === user.id ? own : foreign);
  }, [edit, publish, arrange, role, user.id]);
}

/** The card of each group of an instance, and what the person may do with the group. */
export function useCards(cards: CardsOf): {
  cardOf: (row: StoryGroupRow) => GroupCardProps;
  rightsOf: (row: StoryGroupRow) => CardRights;
} {
  const { appId, instanceId, selection } = cards;
  const { timeZone } = useSession();
  const reach = useReach(appId, instanceId);
  const showsCreators = useShowsCreators();
  const rightsOf = useRights();
  const addressOf = useCallback(
    (row: StoryGroupRow) => `/stories/${row.id}?app=${appId}&instance=${instanceId}`,
    [appId, instanceId],
  );
  const acts = useCardActs(cards, addressOf);
  const cardOf = (row: StoryGroupRow): GroupCardProps => ({
    row,
    acts,
    timeZone,
    rights: rightsOf(row),
    address: addressOf(row),
    creator: showsCreators && row.creator ? row.creator : undefined,
    reach: reach.get(row.id),
    selected: selection.has(row.id),
  });
  return { cardOf, rightsOf };
}
