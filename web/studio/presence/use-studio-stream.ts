import { useEffect, useState } from 'react';
import { presenceTimes } from '#contracts/studio/presence.ts';
import type { ApiError } from '../../dashboard/api/error.ts';
import { followEvents } from '../../dashboard/api/follow-events.ts';
import { http, newKey } from '../../dashboard/api/http.ts';
import { openEvents } from '../../dashboard/api/open-events.ts';
import { pageSurroundings } from '../../dashboard/api/page-surroundings.ts';
import { currentToken } from '../../dashboard/api/refresh.ts';
import type { OpenStory } from '../saving/open-story.ts';
import { afterMessage, nobodyElse, readMessage, type StudioOthers } from './studio-stream.ts';

/** Who has too many streams open is let in again once one is closed. */
const mayNotDraw = ({ status }: ApiError): boolean => status >= 400 && status < 429;

/** Follows who else is in the studio of a group and what they save; a stream that ends is opened again. */
export function useStudioStream(groupId: string): StudioOthers {
  const [others, setOthers] = useState<StudioOthers>(nobodyElse);
  useEffect(() => {
    const page = pageSurroundings((signal, heard) =>
      openEvents('/story_group/presence', { query: { story_group_id: groupId }, signal, heard }),
    );
    const stream = followEvents(
      page,
      (_, event) => {
        const message = event && readMessage(event);
        if (message) setOthers((before) => afterMessage(before, message));
      },
      mayNotDraw,
    );
    return stream.stop;
  }, [groupId]);
  return others;
}

/** Each window is there for itself: closing one leaves what the person writes in another. */
const windowId = newKey();

/** The group and the story that this window is in; null while it is in none. */
let here: { groupId: string; storyId: string | null } | null = null;

/** The last saves of stories that were opened in this window. */
const saves = new Set<Promise<void>>();

/** Says that the person has left this window; the call outlives the page. */
async function sayGoodbye(groupId: string): Promise<void> {
  const token = await currentToken();
  if (!token) return;
  await fetch('/api/story_group/presence', {
    method: 'DELETE',
    keepalive: true,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ story_group_id: groupId, window_id: windowId }),
  });
}

/** Says that the person is in the studio of a group until they leave it and all is saved, whichever of its stories they look at. */
export function useGroupPresence(groupId: string): void {
  useEffect(() => {
    here = { groupId, storyId: null };
    const leave = () => sayGoodbye(groupId).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      if (here?.groupId === groupId) here = null;
      // A save that came after it would take the place again.
      void Promise.all(saves).then(async () => {
        window.removeEventListener('pagehide', leave);
        if (here?.groupId === groupId) return;
        await leave();
      });
    };
  }, [groupId]);
}

/** Says on which story of its group the person is, and with which component, until they go on to another one and all is saved. */
export function usePresence(groupId: string, { editor, saver }: OpenStory): void {
  useEffect(() => {
    const { storyId } = editor.state;
    let chosen = editor.state.selection[0] ?? null;
    const say = () => {
      const body = { story_group_id: groupId, window_id: windowId, story_id: storyId, component_id: chosen };
      http.put('/story_group/presence', body).catch(() => undefined);
    };
    const now = { groupId, storyId };
    here = now;
    let soon = window.setTimeout(say, 150);
    const timer = window.setInterval(say, presenceTimes.everyMs);
    const stop = editor.subscribe(() => {
      const next = editor.state.selection[0] ?? null;
      if (next === chosen) return;
      chosen = next;
      window.clearTimeout(soon);
      soon = window.setTimeout(say, 150);
    });
    const { over } = saver;
    saves.add(over);
    return () => {
      stop();
      window.clearTimeout(soon);
      window.clearInterval(timer);
      if (here === now) here = { groupId, storyId: null };
      void over.then(() => {
        saves.delete(over);
        // Who left the group leaves all of its stories.
        if (here?.groupId !== groupId || here.storyId === storyId) return;
        const left = { story_group_id: groupId, window_id: windowId, story_id: storyId };
        http.delete('/story_group/presence', left).catch(() => undefined);
      });
    };
  }, [groupId, editor, saver]);
}
