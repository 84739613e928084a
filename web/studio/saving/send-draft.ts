import type { DraftHolder, MovedDraft } from '#contracts/studio/draft-content.ts';
import { ApiError, errorText } from '../../dashboard/api/error.ts';
import { same } from '../../dashboard/kit/same.ts';
import type { draftCommands } from '../drafts/draft-queries.ts';
import { asSaved } from '../drafts/story-draft.ts';
import type { StoryContent } from '../state/story-content.ts';
import { type GoneFiles, goneFiles, withoutFiles } from './gone-files.ts';
import type { Sent } from './saver.ts';

/** Why a story can no longer be saved from here: somebody else writes it, or it was saved, published or discarded elsewhere. */
export type LostPlace = { why: 'held'; holder: DraftHolder } | { why: 'moved'; draft: MovedDraft };

/** What sending a story's draft needs. */
export interface SenderParts {
  storyId: string;
  /** The version of the live story that the next save names, undefined once it was named. */
  seen: { version: number | undefined };
  save: (typeof draftCommands)['save'];
  onLost: (place: LostPlace) => void;
  /** Told of files that are gone, once the rest of a content was saved without what shows them. */
  onGone: (content: StoryContent, gone: GoneFiles) => void;
}

const passing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const firstReason = (error: unknown): string =>
  (error instanceof ApiError && error.errors[0]?.message) || (errorText(error) ?? '');

/**
 * Sends a draft and tells what came of it; what is neither an answer nor a passing failure is refused in words. What was
 * saved though its answer was lost is no other's change: the save after it goes on from there.
 */
export function draftSender({ storyId, seen, save, onLost, onGone }: SenderParts) {
  // Sent since the last answer: the server may have any of them.
  const unheard = new Set<StoryContent>();
  const send = async (content: StoryContent, rev: number): Promise<Sent> => {
    try {
      const { version } = seen;
      const saved = await save(storyId, asSaved(content), rev, version);
      if (seen.version === version) seen.version = undefined;
      unheard.clear();
      return { is: 'saved', rev: saved.rev, ts: saved.ts_updated };
    } catch (error) {
      if (passing(error)) {
        unheard.add(content);
        return error instanceof ApiError && error.status === 429 ? { is: 'away', busy: true } : { is: 'away' };
      }
      if (!(error instanceof ApiError)) return { is: 'refused', reason: firstReason(error) };
      if (error.code === 'DraftHeld') {
        onLost({ why: 'held', holder: error.data as DraftHolder });
        return { is: 'lost' };
      }
      const gone = error.code === 'UnknownMedia' ? goneFiles(content, error.errors) : null;
      if (gone && gone.size > 0) {
        const sent = await send(withoutFiles(content, gone), rev);
        if (sent.is === 'saved') onGone(content, gone);
        return sent;
      }
      if (error.status !== 412) return { is: 'refused', reason: firstReason(error) };
      const draft = error.data as MovedDraft;
      if ([...unheard].some((one) => same(asSaved(one), draft.content))) return send(content, draft.rev);
      unheard.clear();
      onLost({ why: 'moved', draft });
      return { is: 'lost' };
    }
  };
  return send;
}
