import { useCallback, useEffect, useRef, useState } from 'react';
import type { SdkEvent, SdkStories } from '#contracts/sdk/protocol.ts';

type Data = SdkStories['data'];

/** One line of what the player did; `at` is in ms since the page opened. */
export type PlayerLogRow = { key: number; at: number; event: SdkEvent };

/** What the player on the page has loaded and is doing. */
export type PlayerState = {
  data: Data | null;
  /** `unknown`: no such token; `waiting`: no answer yet, it tries by itself; `script`: the player did not load. */
  problem: 'unknown' | 'waiting' | 'script' | null;
  log: PlayerLogRow[];
  playing: string | null;
};

type PlayerElement = HTMLElement & { open(groupId: string): boolean };

const longest = 60;
const emptyPauseMs = 3000;

/** Loads the player's script once; `failed` is told when it cannot be had. The returned function forgets `failed`. */
export function loadScript(failed: () => void): () => void {
  if (customElements.get('story-rail')) return () => {};
  const script = document.createElement('script');
  script.type = 'module';
  script.src = '/sdk/v1/player.js';
  script.addEventListener('error', failed);
  document.head.append(script);
  return () => script.removeEventListener('error', failed);
}

/**
 * Puts a real `<story-rail>` into the returned host, as a preview, and tells what it does; `contained` keeps its viewer
 * inside, `start` is the id of the group that it plays at once.
 */
export function usePlayer(token: string, labels: string[], contained: boolean, start: string | null) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<PlayerState>({ data: null, problem: null, log: [], playing: null });
  const element = useRef<PlayerElement | null>(null);
  const toStart = useRef(start);

  useEffect(() => {
    if (!host) return;
    const from = performance.now();
    let key = 0;
    const change = (part: Partial<PlayerState>) => setState((before) => ({ ...before, ...part }));
    const add = (event: SdkEvent) => {
      const next = { key: key++, at: performance.now() - from, event };
      setState((before) => ({ ...before, log: [...before.log, next].slice(-longest) }));
    };
    const rail = document.createElement('story-rail') as PlayerElement;
    let asking: ReturnType<typeof setTimeout> | undefined;
    rail.addEventListener('story-rail:data', (event) => {
      const data = (event as CustomEvent<Data>).detail;
      change({ data, problem: null });
      // A first story may have been added a moment ago: put in again, the player asks again.
      clearTimeout(asking);
      if (data.groups.length === 0) asking = setTimeout(() => host.append(rail), emptyPauseMs);
      // The bar is drawn once this has been heard.
      else if (toStart.current) {
        asking = setTimeout(rail.open.bind(rail, toStart.current));
        toStart.current = null;
      }
    });
    rail.addEventListener('story-rail:failed', (event) => {
      const { status } = (event as CustomEvent<{ status: number }>).detail;
      change({ problem: status >= 400 && status < 500 && status !== 429 ? 'unknown' : 'waiting' });
    });
    rail.addEventListener('story-rail:track', (event) => {
      const { detail } = event as CustomEvent<SdkEvent>;
      add(detail);
      if (detail.type === 'group_opened') change({ playing: detail.group_id ?? null });
      if (detail.type === 'group_closed') change({ playing: null });
    });
    rail.setAttribute('token', token);
    rail.toggleAttribute('preview', true);
    rail.toggleAttribute('contained', contained);
    element.current = rail;
    setState({ data: null, problem: null, log: [], playing: null });
    host.append(rail);
    const forget = loadScript(() => change({ problem: 'script' }));
    return () => {
      forget();
      clearTimeout(asking);
      rail.remove();
    };
  }, [host, token, contained]);

  const joined = labels.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new element needs its labels too
  useEffect(() => {
    if (joined) element.current?.setAttribute('labels', joined);
    else element.current?.removeAttribute('labels');
  }, [joined, host, token, contained]);

  const open = useCallback((groupId: string) => element.current?.open(groupId), []);
  return { setHost, state, open };
}
