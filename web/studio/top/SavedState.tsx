import { CloudAlert, CloudCheck, CloudOff, LoaderCircle } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { dateTimeIn } from '../../dashboard/kit/text/format.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { Saver } from '../saving/saver.ts';
import type { StoryContent } from '../state/story-content.ts';
import css from './SavedState.module.css';

/** Properties of the SavedState; `isLive` says that the story is published, so that without a draft it is what viewers see. */
export interface SavedStateProps {
  saver: Saver<StoryContent>;
  isLive: boolean;
}

/** Says whether the server has all that was changed; when it was saved shows on hover. */
export function SavedState({ saver, isLive }: SavedStateProps) {
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);
  const { timeZone } = useSession();
  const said = () => {
    switch (state.at) {
      case 'saved':
        if (saver.rev === 0 && isLive)
          return { icon: CloudCheck, text: t(studioWords.live), hint: t(studioWords.liveHint) };
        return {
          icon: CloudCheck,
          text: t(studioWords.draftSaved),
          hint: state.ts
            ? t(studioWords.draftSavedAt, { when: dateTimeIn(timeZone, state.ts, true) })
            : t(studioWords.newDraftHint),
        };
      case 'saving':
        return { icon: LoaderCircle, text: t(studioWords.saving) };
      case 'offline':
        return { icon: CloudOff, text: t(studioWords.offline) };
      case 'paused':
        return { icon: CloudOff, text: t(studioWords.savingPaused) };
      case 'unkept':
        return { icon: CloudAlert, text: t(studioWords.notKept) };
      case 'refused':
        return { icon: CloudAlert, text: t(studioWords.notSaved, { reason: state.reason }) };
    }
  };
  const { icon: Icon, text, hint } = said() as { icon: typeof CloudCheck; text: string; hint?: string };
  return (
    <div className={css.root} role="status" data-state={state.at}>
      <Tooltip text={hint}>
        <span className={css.text} tabIndex={hint ? 0 : undefined}>
          <Icon size={16} aria-hidden />
          {text}
        </span>
      </Tooltip>
    </div>
  );
}
