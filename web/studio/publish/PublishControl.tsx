import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { publishWords } from '../../dashboard/words/publish.en.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { draftKeys, type PublishedDraft } from '../drafts/draft-queries.ts';
import { publishedContent } from '../drafts/group-contents.ts';
import type { OpenStory } from '../saving/open-story.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';
import { countChanges } from './draft-changes.ts';
import css from './PublishControl.module.css';
import { type PublishChoice, PublishDialog } from './PublishDialog.tsx';
import { usePublish } from './use-publish.ts';

/** Properties of a PublishControl; `errors` counts what must be fixed, by story. */
export interface PublishControlProps {
  groupId: string;
  entries: readonly StripEntry[];
  contents: ReadonlyMap<string, StoryContent>;
  errors: ReadonlyMap<string, number>;
  open: OpenStory;
  approval: boolean;
  /** Shows what must be fixed. */
  onFix: () => void;
}

/** The button that publishes, with the number of what must be fixed first, and its dialog. */
export function PublishControl(props: PublishControlProps) {
  const { groupId, entries, contents, errors, open, approval, onFix } = props;
  const client = useQueryClient();
  const tell = useTell();
  const [choices, setChoices] = useState<readonly PublishChoice[] | null>(null);
  const { busy, publish } = usePublish(groupId, { approval });
  const openId = open.editor.state.storyId;
  const faults = errors.get(openId) ?? 0;

  const ask = async () => {
    // What was published from here is what is on the screen.
    if (!(await open.saver.flush())) return tell(t(publishWords.notSaved), 'error');
    const found = entries.flatMap(({ id, story, draft }, at): PublishChoice[] => {
      const content = contents.get(id);
      const hasDraft = draft !== null || (id === openId && open.saver.rev > 0);
      if (!content || !hasDraft) return [];
      const changes = story ? countChanges(publishedContent(story), content) : null;
      return [{ id, place: at + 1, title: content.title, changes, errors: errors.get(id) ?? 0 }];
    });
    if (found.length === 0) return tell(t(publishWords.nothing), 'error');
    setChoices(found);
  };
  const send = async (ids: readonly string[], status: 1 | 2) => {
    if (!(await open.saver.flush())) return tell(t(publishWords.notSaved), 'error');
    const drafts = ids.flatMap((id): PublishedDraft[] => {
      const answer = client.getQueryData<DraftAnswer>(draftKeys.story(id));
      const rev = id === openId ? open.saver.rev : answer?.draft?.rev;
      if (!rev) return [];
      return [{ story_id: id, rev, ...(answer?.version != null && { version: answer.version }) }];
    });
    if (!(await publish(drafts, status))) return;
    setChoices(null);
    if (ids.includes(openId)) open.saver.giveUp(0, null);
  };
  return (
    <>
      <Button variant="primary" data-studio="publish" onClick={faults > 0 ? onFix : () => void ask()}>
        {t(approval ? studioWords.saveForApproval : studioWords.publish)}
        {faults > 0 ? <span className={`${css.count} num`}>{t(studioWords.toFix, { count: faults })}</span> : null}
      </Button>
      {choices ? (
        <PublishDialog
          choices={choices}
          openId={openId}
          approval={approval}
          busy={busy}
          onPublish={(ids, status) => void send(ids, status)}
          onClose={() => setChoices(null)}
        />
      ) : null}
    </>
  );
}
