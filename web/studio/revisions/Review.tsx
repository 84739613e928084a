import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import { type DraftContent, emptyDraft, type Revision } from '#contracts/studio/draft-content.ts';
import { publishedPart } from '#contracts/studio/partial-publish.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { draftsKey } from '../../dashboard/group/drafts-query.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../dashboard/kit/overlays/ConfirmDialog.tsx';
import { ErrorState } from '../../dashboard/kit/states/ErrorState.tsx';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftCommands, draftKeys } from '../drafts/draft-queries.ts';
import { asEdited, asSaved } from '../drafts/story-draft.ts';
import type { DeskProps } from '../page/desk-props.ts';
import workspace from '../page/Workspace.module.css';
import type { StudioPublishing } from '../publish/use-publishing.tsx';
import { useEditorState } from '../state/use-editor.ts';
import { ChangeList } from './ChangeList.tsx';
import { mergedDraft } from './merged-draft.ts';
import css from './Review.module.css';
import { ReviewPhone } from './ReviewPhone.tsx';
import { RevisionList } from './RevisionList.tsx';
import { revisionNames } from './revision-names.ts';
import { useRevisions } from './use-revisions.ts';

/** Properties of a Review. */
export interface ReviewProps extends DeskProps {
  publishing: StudioPublishing;
  /** What happened to the story meanwhile. */
  notes: ReactNode;
  onClose: () => void;
}

/** The live story beside the draft, what differs in words, and the earlier forms of the story. */
export default function Review(props: ReviewProps) {
  const { open, opened, answer, entries, storyId, publishing, notes, onClose, onOpen } = props;
  const { editor, saver } = open;
  const { timeZone } = useSession();
  const client = useQueryClient();
  const tell = useTell();
  const content = useEditorState((state) => state.content);
  const readOnly = useEditorState((state) => state.readOnly);
  const revisions = useRevisions(storyId, answer.draft?.base_version ?? null);
  const isWhole = revisions.older === null;
  const names = useMemo(() => revisionNames(revisions.list, isWhole), [revisions.list, isWhole]);
  const [chosen, setChosen] = useState<Revision | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [discarding, setDiscarding] = useState(false);
  const { published, version, outdated } = answer;
  const draft = useMemo(() => asSaved(content), [content]);
  const titleOf = (id: string) => entries.find((one) => one.id === id)?.story?.title || t(studioWords.untitled);
  const changes = published ? draftChanges(published, draft, titleOf) : [];
  const wanted = changes.filter(({ key }) => !leftOut.has(key)).length;

  const show = (next: DraftContent) => editor.change(() => asEdited(next));
  const discard = async () => {
    try {
      // A save that came after it would make the draft anew.
      await saver.flush();
      await draftCommands.discard(storyId, saver.rev, newKey());
      tell(t(reviewWords.discarded), 'success');
      open.load({ ...answer, draft: null });
      opened.setLost(null);
      await client.invalidateQueries({ queryKey: draftsKey });
      await client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
      const next = entries.find(({ id }) => id !== storyId);
      if (!published && next) onOpen(next.id);
      onClose();
    } catch (error) {
      tell(errorText(error), 'error');
    } finally {
      setDiscarding(false);
    }
  };
  const restore = (revision: Revision) => {
    show(revision.content);
    tell(t(reviewWords.restored), 'success');
    onClose();
  };
  const publishChanges = async () => {
    if (!(await publishing.publishOpen([...leftOut]))) return;
    setLeftOut(new Set());
    onClose();
  };
  const { base } = revisions;
  /** The draft is one of the live story as it is now. */
  const settle = async (next: DraftContent) => {
    show(next);
    if (version !== null) open.rebase(version);
    await saver.flush();
    await client.invalidateQueries({ queryKey: draftKeys.story(storyId) });
  };
  const liveName = revisions.live && names.get(revisions.live);
  const live = chosen ? chosen.content : published;
  return (
    <>
      <aside className={`${workspace.left} ${css.left}`} aria-label={t(reviewWords.revisions)}>
        <header className={css.head}>
          <h2 className="t-card">{t(reviewWords.revisions)}</h2>
          <p className="t-caption">{t(reviewWords.revisionsText)}</p>
        </header>
        {revisions.isUnread ? (
          <ErrorState bare title={t(reviewWords.unread)} onRetry={revisions.retry} />
        ) : (
          <RevisionList
            revisions={revisions.list}
            older={revisions.older}
            names={names}
            chosen={chosen}
            live={revisions.live}
            timeZone={timeZone}
            onChoose={setChosen}
          />
        )}
        {chosen ? (
          <footer className={css.foot}>
            <Button block icon={<RotateCcw aria-hidden />} disabled={readOnly} onClick={() => restore(chosen)}>
              {t(reviewWords.restore)}
            </Button>
          </footer>
        ) : null}
      </aside>
      <main className={`${workspace.stage} ${css.pair}`}>
        <ReviewPhone
          title={
            chosen
              ? (names.get(chosen) ?? '')
              : liveName
                ? t(reviewWords.liveAs, { name: liveName })
                : t(reviewWords.live)
          }
          content={live ?? emptyDraft}
          empty={live ? null : t(reviewWords.notLive)}
        />
        <ReviewPhone title={t(reviewWords.draft)} content={draft} empty={null} />
        {notes}
      </main>
      <aside className={`${workspace.right} ${css.right}`} aria-label={t(reviewWords.changes)}>
        <header className={css.head}>
          <h2 className="t-card">{t(reviewWords.changes)}</h2>
          <p className="t-caption">
            {published
              ? t(changes.length > 0 ? reviewWords.changesHint : reviewWords.noChanges)
              : t(reviewWords.allNew)}
          </p>
          {readOnly ? <p className="t-caption">{t(studioPanelWords.readOnly)}</p> : null}
          {outdated && published ? (
            <div className={css.outdated}>
              <p className="t-caption">{t(reviewWords.outdatedText)}</p>
              <div className={css.acts}>
                <Button size="small" disabled={readOnly} onClick={() => void settle(draft)}>
                  {t(reviewWords.overwrite)}
                </Button>
                {base ? (
                  <Button
                    size="small"
                    variant="accent"
                    disabled={readOnly}
                    onClick={() => void settle(mergedDraft(base.content, published, draft))}
                  >
                    {t(reviewWords.merge)}
                  </Button>
                ) : null}
              </div>
            </div>
          ) : null}
        </header>
        <ChangeList
          changes={changes}
          leftOut={leftOut}
          timeZone={timeZone}
          readOnly={readOnly}
          onInclude={(key, on) => {
            const next = new Set(leftOut);
            if (on) next.delete(key);
            else next.add(key);
            setLeftOut(next);
          }}
          onTakeBack={(key) => published && show(publishedPart(published, draft, new Set([key])))}
        />
        <footer className={css.foot}>
          <Button icon={<ArrowLeft aria-hidden />} onClick={onClose}>
            {t(reviewWords.back)}
          </Button>
          <Button variant="danger-outline" disabled={saver.rev === 0 || readOnly} onClick={() => setDiscarding(true)}>
            {t(reviewWords.discard)}
          </Button>
          {changes.length > 0 ? (
            <Button
              variant="primary"
              disabled={wanted === 0}
              loading={publishing.busy}
              onClick={() => void publishChanges()}
            >
              {publishing.approval ? t(reviewWords.save) : t(reviewWords.publish, { count: wanted })}
            </Button>
          ) : null}
        </footer>
      </aside>
      <ConfirmDialog
        open={discarding}
        title={t(reviewWords.discardTitle)}
        text={t(published ? reviewWords.discardText : reviewWords.discardNewText)}
        confirmLabel={t(reviewWords.discard)}
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(false)}
      />
    </>
  );
}
