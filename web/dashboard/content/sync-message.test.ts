import t from 'tap';
import { syncMessage } from './sync-message.ts';

const now = 1_800_000_000;
const feed = (age: number | null, type = 'rss') =>
  syncMessage({ type, ts_last_pull: age === null ? null : now - age }, now);

t.test('a card says when a group from a source is pulled next', async (t) => {
  t.equal(feed(null), 'Will start syncing');
  t.equal(syncMessage({ type: 'instagram' }, now), 'Will start syncing');
  t.equal(feed(0, 'instagram'), 'Syncing in 1 day');
  t.equal(feed(60, 'instagram'), 'Syncing in 24 hours');
  t.equal(feed(21 * 3600, 'instagram'), 'Syncing in 3 hours');
  t.equal(feed(600), 'Syncing in 50 minutes');
  t.equal(feed(3599), 'Syncing in 1 minute');
  t.equal(feed(3600), 'Will be synced soon');
  t.equal(feed(90_000, 'product_feed'), 'Will be synced soon');
});

t.test('a group without a source says nothing', async (t) => {
  t.equal(feed(0, 'manual'), null);
  t.equal(feed(0, 'sdk_product_list'), null, 'its list comes with the app');
});
