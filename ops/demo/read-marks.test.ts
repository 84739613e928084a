import t from 'tap';
import { startHarness } from '../testing/harness.ts';
import { dayMs } from './cast.ts';
import { beginDemo } from './demo.ts';
import { newsMs } from './read-marks.ts';

const noon = Math.floor(Date.now() / dayMs) * dayMs - 12 * 3_600_000;

t.test('whoever signs in to the demo first finds the news of some days unread, and the older ones read', async (t) => {
  const h = await startHarness(t);
  const begun = await beginDemo(h.kernel, { every: 4, stories: 2, traffic: 0.0005 }, noon);
  await begun!.finish(new AbortController().signal);
  await h.caughtUp();
  for (const [role, email, password] of begun!.signIns!.filter(([role]) => role !== 'staff')) {
    const as = (await h.inject('POST', '/api/login', { body: { email, password } })).json().data.token as string;
    const page = await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as });
    const { data, total, unread } = page.json();
    t.ok(unread <= 8, `${role}: ${unread} of ${total} are unread`);
    if (role === 'account_owner') t.ok(total > unread && total > 10, `the owner was told of ${total}`);
    if (role === 'brodcaster') t.equal(total, 0);
    for (const one of data) t.equal(one.is_read, one.ts_created * 1000 < noon - newsMs, one.data.title);
  }
});
