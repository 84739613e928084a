import { onNewToken, type Session } from './session.ts';

/** Lets the tabs of a browser tell each other of renewed tokens, so that one renews for all; call once. */
export function shareTokens(): void {
  const channel = new BroadcastChannel('storyrail.session');
  const adopt = onNewToken((session) => channel.postMessage(session));
  channel.onmessage = ({ data }: MessageEvent<Session>) => adopt(data);
}
