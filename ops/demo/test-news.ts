import type { Test } from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import type { Harness } from '../testing/harness.ts';

/** Asserts of everybody who can sign in to the demo that what they are told of from `since` on is unread, and little. */
export const assertNews = async (
  t: Test,
  h: Harness,
  signIns: readonly (readonly string[])[],
  since: EpochMs,
): Promise<void> => {
  await h.caughtUp();
  for (const [role, email, password] of signIns.filter(([name]) => name !== 'staff')) {
    const as = (await h.inject('POST', '/api/login', { body: { email, password } })).json().data.token as string;
    const page = await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as });
    const { data, total, unread } = page.json();
    t.ok(unread <= 8, `${role}: ${unread} of ${total} are unread`);
    if (role === 'account_owner') t.ok(total > unread && total > 10, `the owner was told of ${total}`);
    if (role === 'brodcaster') t.equal(total, 0);
    for (const one of data) t.equal(one.is_read, one.ts_created * 1000 < since, one.data.title);
  }
};
