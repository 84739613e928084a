import t from 'tap';
import { createSenderQuota } from './sender-quota.ts';

const mebibyte = 1024 * 1024;
const now = Date.UTC(2024, 5, 15, 12);

t.test('a sender who goes on stays counted however many others come; who fell silent is forgotten', async (t) => {
  const quota = createSenderQuota({ LIMIT_EVENT_MB: 1, LIMIT_NEW_VIEWERS: 1 });
  const [going, silent] = [quota.keyOf('192.0.2.1', 'token'), quota.keyOf('192.0.2.2', 'token')];
  quota.consume(going, 'viewer-of-one', mebibyte, now);
  quota.consume(silent, 'viewer-of-two', mebibyte, now);
  t.ok(quota.retryAfter(going, now) > 0);
  for (let other = 0; other < 600_000; other += 1) {
    quota.consume(other, null, 1, now);
    if (other % 100_000 === 0) t.ok(quota.retryAfter(going, now) > 0, `after ${other} others`);
  }
  t.ok(quota.retryAfter(going, now) > 0);
  t.equal(quota.retryAfter(silent, now), 0);
});

t.test('the viewers of senders fill the memory, too: who fell silent is forgotten for them', async (t) => {
  const quota = createSenderQuota({ LIMIT_EVENT_MB: 1, LIMIT_NEW_VIEWERS: 2000 });
  const silent = quota.keyOf('192.0.2.2', 'token');
  quota.consume(silent, 'viewer-of-two', mebibyte, now);
  const send = (senders: number) => {
    for (let sender = 0; sender < senders; sender += 1)
      for (let viewer = 0; viewer < 2000; viewer += 1) quota.consume(sender, `viewer-${10_000 + viewer}`, 1, now);
  };
  send(200);
  t.ok(quota.retryAfter(silent, now) > 0, '400,000 viewers leave room');
  send(300);
  t.equal(quota.retryAfter(silent, now), 0);
  t.equal(quota.consume(299, 'one-more-viewer', 1, now), true, 'the newest ones are counted');
});
