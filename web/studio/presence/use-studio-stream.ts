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

/** Says where in the studio the person is in this window; null while they are in none. */
let sayHere: (() => void) | null = null;

/** Says that the person is in the studio, on which story and with which component, until they leave and all is saved. */
export function usePresence(groupId: string, { editor, saver }: OpenStory, componentId: string | null): void {
  const { storyId } = editor.state;
  useEffect(() => {
    const say = () => {
      const body = { story_group_id: groupId, window_id: windowId, story_id: storyId, component_id: componentId };
      http.put('/story_group/presence', body).catch(() => undefined);
    };
    sayHere = say;
    const soon = window.setTimeout(say, 150);
    const timer = window.setInterval(say, presenceTimes.everyMs);
    return () => {
      window.clearTimeout(soon);
      window.clearInterval(timer);
      if (sayHere === say) sayHere = null;
    };
  }, [groupId, storyId, componentId]);
  useEffect(() => {
    const leave = () => sayGoodbye(groupId).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      // A save that came after it would take the place again.
      void saver.over.then(async () => {
        window.removeEventListener('pagehide', leave);
        await leave();
        // Who went on to another story is still here.
        sayHere?.();
      });
    };
  }, [groupId, saver]);
}
