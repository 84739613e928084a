import t from 'tap';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { ApiError } from '../../api/error.ts';
import { callHook } from '../../kit/test-hook.ts';
import { useStaffAct } from './use-staff-act.ts';

replaceGlobals(t, { localStorage: { getItem: () => null }, sessionStorage: { getItem: () => null } });

t.test('an act of staff is sent once, and under the same key when it is tried again after a failure', async (t) => {
  t.capture(console, 'error');
  const sent: { body: object; key: string }[] = [];
  const dataProvider = {
    setPremium: async (body: object, key: string) => {
      sent.push({ body, key });
      await new Promise((turn) => setImmediate(turn));
      if (sent.length === 1) throw new ApiError(0, 'NoConnection', 'There is no connection.');
      return { data: {}, message: 'Done!' };
    },
  };
  let run: ReturnType<typeof useStaffAct<'setPremium'>>['run'] | null = null;
  const client = callHook(
    t,
    () => {
      run = useStaffAct('setPremium', 'marlow').run;
    },
    { dataProvider },
  );
  client.setQueryData(['accounts'], []);
  const given = { account_id: 'marlow', is_premium: true };
  t.same(await Promise.all([run!(given), run!(given)]), [false, false]);
  t.equal(sent.length, 1);
  t.equal(client.getQueryState(['accounts'])?.isInvalidated, true, 'what it may have changed is read again');
  t.equal(await run!(given), true);
  t.same(sent[1], sent[0]);
  await run!(given);
  t.not(sent[2]!.key, sent[0]!.key, 'the next time it is another act');
});
