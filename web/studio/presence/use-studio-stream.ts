import { useEffect, useState } from 'react';
import { presenceTimes } from '#contracts/studio/presence.ts';
import { onConnectionBack } from '../../dashboard/api/connection.ts';
import { ApiError } from '../../dashboard/api/error.ts';
import { http, newKey } from '../../dashboard/api/http.ts';
import { openEvents } from '../../dashboard/api/open-events.ts';
import { currentToken } from '../../dashboard/api/refresh.ts';
import { afterMessage, nobodyElse, readMessage, type StudioOthers } from './studio-stream.ts';

const pauses = [1000, 2000, 5000, 15_000] as const;

/** Waits, or until answers come again, or until nobody listens any more. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      window.clearTimeout(timer);
      end();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = window.setTimeout(done, ms);
    const end = onConnectionBack(done);
    signal.addEventListener('abort', done);
  });

/** Follows who else is in the studio of a group and what they save; a stream that ends is opened again. */
export function useStudioStream(groupId: string): StudioOthers {
  const [others, setOthers] = useState<StudioOthers>(nobodyElse);
  useEffect(() => {
    const over = new AbortController();
    const follow = async () => {
      for (let failures = 0; !over.signal.aborted; ) {
        try {
          const stream = openEvents('/story_group/presence', {
            query: { story_group_id: groupId },
            signal: over.signal,
            heard: () => undefined,
          });
          for await (const event of stream) {
            failures = 0;
            const message = readMessage(event);
            if (message) setOthers((before) => afterMessage(before, message));
          }
        } catch (error) {
          // Who may no longer draw here is not asked again.
          if (error instanceof ApiError && error.status >= 400 && error.status < 429) return;
        }
        if (over.signal.aborted) return;
        await pause(pauses[Math.min(failures, pauses.length - 1)]!, over.signal);
        failures += 1;
      }
    };
    void follow();
    return () => over.abort();
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

/** Says that the person is in the studio, on which story and with which component, until they leave. */
export function usePresence(groupId: string, storyId: string, componentId: string | null): void {
  useEffect(() => {
    const say = () => {
      const body = { story_group_id: groupId, window_id: windowId, story_id: storyId, component_id: componentId };
      http.put('/story_group/presence', body).catch(() => undefined);
    };
    const soon = window.setTimeout(say, 150);
    const timer = window.setInterval(say, presenceTimes.everyMs);
    return () => {
      window.clearTimeout(soon);
      window.clearInterval(timer);
    };
  }, [groupId, storyId, componentId]);
  useEffect(() => {
    const leave = () => void sayGoodbye(groupId).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [groupId]);
}
