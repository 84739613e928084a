import { may } from '#contracts/api/roles.ts';
import { type LivePicture, liveChangeBetween } from '#contracts/stats/live.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { openStreamHub, type StreamHub } from '#kernel/http/stream-hub.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readLive } from './read.ts';

const streamsPerUser = 5;

const liveMessages = (before: LivePicture | null, after: LivePicture) => {
  if (!before) return [['picture', after]] as const;
  const change = liveChangeBetween(before, after);
  return change ? ([['change', change]] as const) : [];
};

/** Opens the live streams of this process, each about an app. */
export const openLiveHub = (
  kernel: Pick<Kernel, 'analytics' | 'db' | 'facts' | 'log' | 'notifier' | 'now'>,
): StreamHub =>
  openStreamHub<LivePicture>(kernel, {
    topic: 'figures',
    streamsPerUser,
    tooMany: fill(figureWords.tooManyLive, { most: streamsPerUser }),
    read: (appId) => readLive(kernel, appId, kernel.now()),
    messages: liveMessages,
    isAllowed: async ({ permissions, account_id }, appId) =>
      may(permissions, 'overview.view', appId) &&
      transaction(kernel.db, async (trx) => (await kernel.facts.app(trx, account_id, appId, 'none')) !== null),
  });
