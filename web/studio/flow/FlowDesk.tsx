import { useMemo, useState } from 'react';
import { shareText } from '../../dashboard/analytics/interaction/shares.ts';
import { Loading } from '../../dashboard/kit/states/Skeleton.tsx';
import { usePageTitle } from '../../dashboard/shell/use-page-title.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useOldSdk } from '../checklist/use-old-sdk.ts';
import { laterStories } from '../drafts/group-goals.ts';
import { useGroupGoals } from '../drafts/use-group-goals.ts';
import type { WorkspaceProps } from '../page/desk-props.ts';
import { StudioUnread } from '../page/StudioUnread.tsx';
import { useStudioBar } from '../page/use-studio-bar.ts';
import { People } from '../presence/People.tsx';
import { EditorContext } from '../state/use-editor.ts';
import { FlowBar } from '../top/FlowBar.tsx';
import { SavedState } from '../top/SavedState.tsx';
import { FlowBoard } from './FlowBoard.tsx';
import css from './FlowDesk.module.css';
import { FlowList } from './FlowList.tsx';
import { FlowOpen } from './FlowOpen.tsx';
import { FlowPanel } from './FlowPanel.tsx';
import { FlowPublish } from './FlowPublish.tsx';
import { FlowHistory } from './FlowTools.tsx';
import { FlowWalkPanel } from './FlowWalkPanel.tsx';
import { type FlowWay, flowGraph } from './flow-graph.ts';
import { shareOfWay, useFlowShares } from './flow-shares.ts';
import { beginFlowWalk, type FlowWalk, keptWalk, shownStep, walkedWays } from './flow-walk.ts';
import { useBoardRoom } from './use-board-room.ts';
import { useFlowStory } from './use-flow-story.ts';

/** The stories of a group with the ways between them: where answers lead is drawn here, and walked through. */
export default function FlowDesk(props: WorkspaceProps) {
  const { group, entries, storyId, onAdd, onView } = props;
  const { app, instance, address, people } = useStudioBar(props);
  const flow = useFlowStory(props);
  const { open, contents, readOnly, go, lead, leave } = flow;
  const goals = useGroupGoals(entries);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const { stories, delivered } = useMemo(() => flowGraph(ids, contents, goals), [ids, contents, goals]);
  const shares = useFlowShares(group.id);
  const hasOldSdk = useOldSdk(group.app_id, contents);
  const hasBoard = useBoardRoom();
  const [way, setWay] = useState<{ storyId: string; key: string } | null>(null);
  const [begun, setBegun] = useState<FlowWalk | null>(null);
  const walk = useMemo(() => begun && keptWalk(begun, delivered), [begun, delivered]);
  const chosen = useMemo(() => {
    if (walk) return walkedWays(walk, stories);
    return new Map(way ? [[way.storyId, way.key]] : []);
  }, [walk, stories, way]);
  const shareOf = useMemo(
    () =>
      (id: string, one: FlowWay): string | null => {
        const known = shareOfWay(shares.get(id) ?? [], one);
        if (!known) return null;
        const share = shareText(known.share);
        return known.values.length > 1 ? t(words.shareOf, { answers: known.values.join('+'), share }) : share;
      },
    [shares],
  );
  usePageTitle(t(words.pageTitle, { title: group.title }));
  if (flow.isFailed) return <StudioUnread passing onRetry={flow.retry} />;

  const story = stories.find(({ id }) => id === storyId);
  const choose = (id: string, key: string | null) => {
    setBegun(null);
    setWay(key === null ? null : { storyId: id, key });
    go(id);
  };
  const leadWay = (id: string, key: string, to: string | null) => {
    const found = stories.find((one) => one.id === id)?.ways.find((one) => one.key === key);
    if (!found) return;
    setWay({ storyId: id, key });
    lead({ storyId: id, answer: found.answer, to });
  };
  const toStories = () => leave(() => onView('stories'));
  const shown = walk ? shownStep(walk) : storyId;
  // Without a board, what is worked on is the list, or the preview that takes its place.
  const Left = hasBoard || walk ? 'aside' : 'main';
  const Stage = hasBoard ? 'main' : 'div';
  const Right = hasBoard || !walk ? 'aside' : 'main';
  return (
    <EditorContext value={open?.editor ?? null}>
      <div className={css.root} data-walking={walk !== null || undefined}>
        <FlowBar
          group={{ title: group.title, address }}
          where={t(words.where, { app, instance })}
          saved={open ? <SavedState saver={open.saver} isLive={flow.answer?.published != null} /> : null}
          people={<People people={people} />}
          publish={
            open ? <FlowPublish {...{ group, entries, storyId, contents, hasOldSdk, open }} onFix={toStories} /> : null
          }
          isWalking={walk !== null}
          onWalk={() => setBegun(walk ? null : beginFlowWalk(delivered))}
          onView={(view) => view === 'stories' && toStories()}
        />
        <Left className={css.left} aria-label={t(words.list)}>
          <FlowList
            stories={stories}
            entries={entries}
            contents={contents}
            storyId={shown}
            onOpen={(id) => choose(id, null)}
            onAdd={() => void onAdd({})}
          />
        </Left>
        <Stage className={css.stage} aria-label={hasBoard ? t(words.flow) : undefined}>
          <FlowBoard
            stories={stories}
            entries={entries}
            contents={contents}
            storyId={shown}
            chosen={chosen}
            shareOf={shareOf}
            onChoose={choose}
            onLead={leadWay}
            history={open ? <FlowHistory /> : null}
          />
          {open && flow.answer ? (
            <FlowOpen
              key={storyId}
              {...props}
              open={open}
              opened={flow.opened}
              answer={flow.answer}
              onReview={toStories}
            />
          ) : null}
        </Stage>
        <Right className={css.right} aria-label={t(walk ? words.preview : studioWords.fields)}>
          {walk ? (
            <FlowWalkPanel
              walk={walk}
              delivered={delivered}
              stories={stories}
              contents={contents}
              onWalk={setBegun}
              onClose={() => setBegun(null)}
            />
          ) : story ? (
            <FlowPanel
              story={story}
              stories={stories}
              contents={contents}
              hasOldSdk={hasOldSdk}
              later={laterStories(entries, contents, storyId)}
              shares={shares.get(storyId) ?? []}
              readOnly={readOnly}
              chosen={chosen.get(storyId) ?? null}
              onChoose={(key) => setWay({ storyId, key })}
              onLead={(one, to) => leadWay(storyId, one.key, to)}
              onEdit={toStories}
            />
          ) : (
            <Loading />
          )}
        </Right>
      </div>
    </EditorContext>
  );
}
