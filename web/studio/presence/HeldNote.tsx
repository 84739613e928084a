import { Copy, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TakeOver } from '#contracts/studio/presence.ts';
import { ApiError, errorText } from '../../dashboard/api/error.ts';
import { http } from '../../dashboard/api/http.ts';
import { serverNow } from '../../dashboard/api/server-time.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { presenceWords } from '../../dashboard/words/presence.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { StudioNote } from '../page/StudioNote.tsx';

/** The whole seconds until a moment of the server's (unix seconds), counted down while it is waited for. */
export function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (until === null) return;
    setNow(serverNow());
    const timer = window.setInterval(() => setNow(serverNow()), 500);
    return () => window.clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil(until - now));
}

/** Asks for the place of who writes a story, or answers who asked; throws ApiError. */
export const takeOverPlace = (storyId: string, grant?: boolean) =>
  http.post<{ granted: boolean }>('/story/draft/take_over', {
    story_id: storyId,
    ...(grant !== undefined && { grant }),
  });

/** Properties of a HeldNote. */
export interface HeldNoteProps {
  storyId: string;
  name: string;
  /** The person's own request, where there is one. */
  ask: TakeOver | null;
  unsaved: boolean;
  onGranted: () => void;
  onCopy: () => void;
}

/** Says who writes the story, and lets the person ask for the place or go on with a copy. */
export function HeldNote({ storyId, name, ask, unsaved, onGranted, onCopy }: HeldNoteProps) {
  const tell = useTell();
  const [sending, setSending] = useState(false);
  const waiting = ask?.state === 'asked';
  const seconds = useSecondsUntil(waiting ? ask.until : null);
  const over = waiting && seconds === 0;
  const send = async () => {
    setSending(true);
    try {
      if ((await takeOverPlace(storyId)).granted) onGranted();
    } catch (error) {
      const reason = error instanceof ApiError ? errorText(error) : null;
      tell(t(presenceWords.askFailed, { reason: reason ?? '' }), 'error');
    } finally {
      setSending(false);
    }
  };
  // Silence gives the place: it is taken when the time is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (over) void send();
  }, [over]);
  const text =
    ask?.state === 'refused'
      ? t(presenceWords.refused, { name })
      : waiting
        ? t(presenceWords.asked, { name, seconds })
        : unsaved
          ? t(presenceWords.heldUnsaved)
          : t(presenceWords.heldText);
  return (
    <StudioNote
      icon={<PenLine size={18} aria-hidden />}
      title={t(presenceWords.held, { name })}
      text={text}
      acts={
        <>
          <Button size="small" icon={<Copy aria-hidden />} onClick={onCopy}>
            {t(presenceWords.copy)}
          </Button>
          {ask ? null : (
            <Button size="small" variant="accent" loading={sending} onClick={() => void send()}>
              {t(presenceWords.ask)}
            </Button>
          )}
        </>
      }
    />
  );
}
