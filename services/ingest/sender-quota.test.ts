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
