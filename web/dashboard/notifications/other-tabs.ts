import type { Marked } from './marked.ts';

/** What a tab tells the others of the same browser: who marked what, and how many are unread now. */
export interface ToldMark {
  user_id: string;
  marked: Marked;
  unread: number;
}

let opened: BroadcastChannel | null = null;

/** One for all, since a channel doesn't hear itself. */
const channel = (): BroadcastChannel => {
  opened ??= new BroadcastChannel('storyrail.notifications');
  return opened;
};

/** Tells the other tabs what was marked here. */
export const tellTabs = (told: ToldMark): void => channel().postMessage(told);

/** Calls back for each mark of another tab; answers the function that ends it. */
export const onMarkElsewhere = (listener: (told: ToldMark) => void): (() => void) => {
  const hear = ({ data }: MessageEvent<ToldMark>) => listener(data);
  channel().addEventListener('message', hear);
  return () => channel().removeEventListener('message', hear);
};
