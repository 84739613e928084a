import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useMemo, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { publishedOf } from '#contracts/studio/published.ts';
import { useGroupRights } from '../../dashboard/group/group-rights.ts';
import { LazyPart } from '../../dashboard/kit/states/LazyPart.tsx';
import { PartFailed } from '../../dashboard/kit/states/PartFailed.tsx';
import { Loading } from '../../dashboard/kit/states/Skeleton.tsx';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { usePageTitle } from '../../dashboard/shell/use-page-title.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { AfterAnswer } from '../after-answer/AfterAnswer.tsx';
import { StudioCanvas } from '../canvas/StudioCanvas.tsx';
import { ViewControls } from '../canvas/ViewControls.tsx';
import { ChecklistButton } from '../checklist/ChecklistButton.tsx';
import { chosenRow } from '../checklist/chosen-row.ts';
import { useChecklistRows } from '../checklist/use-checklist-rows.ts';
import { useFocusBack } from '../checklist/use-focus-back.ts';
import { useOldSdk } from '../checklist/use-old-sdk.ts';
import { StudioCommands } from '../commands/StudioCommands.tsx';
import { useGroupContents } from '../drafts/group-contents.ts';
import { laterStories } from '../drafts/group-goals.ts';
import { useGroupGoals } from '../drafts/use-group-goals.ts';
import { useNewDraft } from '../drafts/use-new-draft.ts';
import { addItem } from '../palette/add-item.ts';
import { People } from '../presence/People.tsx';
import { othersChoices } from '../presence/studio-stream.ts';
import { useOtherWriter } from '../presence/use-other-writer.ts';
import { usePresence } from '../presence/use-studio-stream.ts';
import { PreviewButton } from '../preview/PreviewButton.tsx';
import { Properties } from '../properties/Properties.tsx';
import { PublishControl } from '../publish/PublishControl.tsx';
import { usePublishing } from '../publish/use-publishing.tsx';
import { isUntouched } from '../state/untouched.ts';
import { useEditorState } from '../state/use-editor.ts';
import { AddStoryMenu } from '../strip/AddStory.tsx';
import { Strip } from '../strip/Strip.tsx';
import { useMoveStory } from '../strip/use-move-story.ts';
import { brandKitQuery } from '../templates/template-queries.ts';
import { TimeLine } from '../time-line/TimeLine.tsx';
import { FlowButton } from '../top/FlowButton.tsx';
import { ReviewButton } from '../top/ReviewButton.tsx';
import { TopBar } from '../top/TopBar.tsx';
import type { DeskProps } from './desk-props.ts';
import { StoryNotes } from './StoryNotes.tsx';
import { StudioLeft } from './StudioLeft.tsx';
import { useCalmContent, useChecks } from './use-checks.ts';
import { usePickPicture } from './use-pick-picture.ts';
import { useStudioBar } from './use-studio-bar.ts';
import { useStudioTools } from './use-studio-tools.ts';
import css from './Workspace.module.css';

const BrandPanel = lazy(() => import('../brand/BrandPanel.tsx'));
const Checklist = lazy(() => import('../checklist/Checklist.tsx'));
const Review = lazy(() => import('../revisions/Review.tsx'));

/** What the right side shows, and with `review` the canvas, too. */
type Side = 'properties' | 'checklist' | 'review' | 'brand';

const noFaults: ReadonlyMap<string, string> = new Map();

/** The name of a file in its address; null for one that was uploaded here, as its name is a digest. */
const baseName = (address: string | null): string | null => {
  const name = address?.split('/').at(-1) ?? null;
  return name !== null && /^[0-9a-f]{64}\b/.test(name) ? null : name;
};

/** The studio of a story that is open: its bar, its parts, its canvas, its fields, its time and the stories around it. */
export function Desk(props: DeskProps) {
  const { group, entries, storyId, others, onOpen, onAdd, open, opened, answer } = props;
  const { editor, saver } = open;
  const { user, timeZone } = useSession();
  const { publish: mayPublish } = useGroupRights(group);
  const content = useCalmContent(editor);
  const media = useEditorState((state) => state.content.media);
  const poster = useEditorState((state) => state.content.thumbnail);
  const [side, setSide] = useState<Side>(chosenRow.value === null ? 'properties' : 'checklist');
  const [tried, setTried] = useState(false);
  const [videoMs, setVideoMs] = useState<number | null>(null);
  const drawn = useGroupContents(entries);
  const contents = useMemo(() => new Map([...drawn, [storyId, content]]), [drawn, storyId, content]);
  const hasOldSdk = useOldSdk(group.app_id, contents);
  const checks = useChecks(entries, drawn, storyId, content, { videoMs, hasOldSdk });
  const list = useChecklistRows(checks.checks, storyId, side === 'checklist');
  const brand = useQuery(brandKitQuery).data ?? null;
  const pickPicture = usePickPicture(editor);
  const moveStory = useMoveStory(group);
  const left = Math.max(0, limits.storiesPerGroup - entries.length);
  const { addFiles } = useNewDraft(group.id, onOpen);
  const onFiles = (files: readonly File[]) => void addFiles(files, left);
  const writer = useOtherWriter(open, others, user.id, opened);
  usePresence(group.id, open);
  const publishing = usePublishing({
    group,
    entries,
    contents,
    errors: checks.errors,
    open,
    approval: !mayPublish,
    onFix: () => {
      setTried(true);
      setSide('checklist');
    },
  });
  const later = laterStories(entries, contents, storyId);
  const tools = useStudioTools({ contents, later, publish: publishing.ask });
  const published = useMemo(
    () =>
      new Map(
        (answer.published?.studio ? publishedOf(answer.published.studio) : []).map((one) => [one.component_id, one]),
      ),
    [answer.published],
  );
  const { app, instance, address, people } = useStudioBar(props);
  const place = entries.findIndex(({ id }) => id === storyId);
  const goals = useGroupGoals(entries);
  const mediumName = baseName(media);
  usePageTitle(t(studioWords.pageTitle, { title: content.title || t(studioWords.untitled) }));
  const choices = useMemo(() => othersChoices(others, user.id, storyId), [others, user.id, storyId]);
  const turnTo = useCallback((next: Side) => {
    if (next !== 'checklist') chosenRow.set(null);
    setSide(next);
  }, []);
  const closeSide = useCallback(() => turnTo('properties'), [turnTo]);
  const opener = useFocusBack(side === 'checklist');
  const publishControl = <PublishControl publishing={publishing} storyId={storyId} errors={checks.errors} />;
  const checklistButton = (
    <ChecklistButton
      errors={list.rows.filter(({ isError }) => isError).length}
      on={side === 'checklist'}
      opener={opener}
      onToggle={() => (side === 'checklist' ? closeSide() : setSide('checklist'))}
    />
  );
  return (
    <div className={css.root}>
      <TopBar
        saver={saver}
        isLive={answer.published !== null}
        group={{ title: group.title, address }}
        where={t(studioWords.where, { group: group.title, app, instance })}
        view={side === 'review' ? null : <ViewControls />}
        end={
          <>
            <People people={people} />
            <ReviewButton on={side === 'review'} onToggle={() => turnTo(side === 'review' ? 'properties' : 'review')} />
            <FlowButton open={open} onFlow={() => props.onView('flow')} />
            {side === 'checklist' ? null : checklistButton}
            <PreviewButton groupId={group.id} save={() => saver.flush()} />
            {side === 'checklist' ? checklistButton : publishControl}
          </>
        }
      />
      {side === 'review' ? (
        <LazyPart fallback={<Loading />} failed={<PartFailed bare />}>
          <Review
            {...props}
            publishing={publishing}
            notes={<StoryNotes {...props} writer={writer} onReview={null} />}
            onClose={closeSide}
          />
        </LazyPart>
      ) : (
        <>
          <StudioLeft
            contents={contents}
            problems={checks.problems}
            mediumName={mediumName}
            onAdd={onAdd}
            onBrand={() => turnTo('brand')}
          />
          <main className={css.stage}>
            <StoryNotes {...props} writer={writer} onReview={() => turnTo('review')} />
            <StudioCanvas
              src={media}
              poster={poster}
              title={group.title}
              cover={group.icon || null}
              progress={{ at: Math.max(0, place), count: entries.length }}
              others={choices}
              marks={list.marks}
              onMark={list.onMark}
              onVideoMs={setVideoMs}
              onFiles={tools.onFiles}
              onItem={(item, at) =>
                void addItem(editor, { item, at, brand, onPickPicture: pickPicture, notify: tools.notify })
              }
            />
            <div className={css.after}>
              <AfterAnswer />
            </div>
          </main>
          <aside className={css.larger} aria-label={t(studioWords.placing)}>
            {t(studioWords.larger)}
          </aside>
          <div className={css.time}>
            <TimeLine videoMs={videoMs} mediumName={mediumName} />
          </div>
          <aside className={css.right} aria-label={t(studioWords.fields)}>
            {side === 'brand' ? (
              <LazyPart fallback={<Loading />} failed={<PartFailed bare />}>
                <BrandPanel onClose={closeSide} />
              </LazyPart>
            ) : side === 'checklist' ? (
              <LazyPart fallback={<Loading />} failed={<PartFailed bare />}>
                <Checklist
                  checks={checks.checks}
                  rows={list.rows}
                  samples={checks.samples}
                  openId={storyId}
                  length={checks.length}
                  content={content}
                  onOpen={onOpen}
                  onClose={closeSide}
                  publish={publishControl}
                />
              </LazyPart>
            ) : (
              <Properties
                later={later}
                goals={goals}
                faults={isUntouched(content) && !tried ? noFaults : checks.faults}
                published={published}
                timeZone={timeZone}
                brand={brand}
                videoMs={videoMs}
                onPickPicture={pickPicture}
              />
            )}
          </aside>
        </>
      )}
      <div className={css.strip}>
        <Strip
          entries={entries}
          contents={contents}
          problems={checks.counts}
          openId={storyId}
          onOpen={onOpen}
          onMove={mayPublish ? moveStory : null}
          onFiles={onFiles}
          add={
            <AddStoryMenu
              left={left}
              onBlank={() => void onAdd({})}
              onFiles={onFiles}
              onCopy={() => void saver.flush().then(() => onAdd({ from: storyId }))}
            />
          }
        />
      </div>
      <StudioCommands tools={tools} />
      {publishing.dialog}
    </div>
  );
}
