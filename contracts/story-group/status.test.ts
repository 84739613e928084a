import t from 'tap';
import { storyGroupStatusWords as words } from '../words/story-group-status.en.ts';
import {
  groupReasonAt,
  groupStatus,
  groupTransitions,
  statusActs,
  type TransitionAsk,
  transitionRefusal,
} from './status.ts';

const all = Object.values(groupStatus);
const open = { capOpen: true, endAhead: true, testDevices: true };
const shut = { capOpen: false, endAhead: false, testDevices: false };
const publisher: TransitionAsk = { by: 'publisher', ...open };

// Rows: from; columns: to, in the order 1 2 3 4 8 9 10. '.' is allowed, '-' TransitionNotAllowed.
const codes: Record<string, string | null> = {
  '.': null,
  '-': 'TransitionNotAllowed',
  A: 'GroupActive',
  C: 'TargetCapReached',
  E: 'EndDateReached',
  T: 'NoTestDevices',
  P: 'PermissionDenied',
};
const order = [1, 2, 3, 4, 8, 9, 10];
const check = (ask: TransitionAsk, matrix: string) => {
  const rows = matrix.trim().split(/\s*\n\s*/);
  return order.flatMap((from, y) =>
    order.flatMap((to, x) => {
      const expected = codes[rows[y]!.split(/\s+/)[x]!];
      const found = transitionRefusal(from, to, ask);
      return found === expected ? [] : [`${ask.by} ${from}>${to}: ${found}, not ${expected}`];
    }),
  );
};

t.test('owners: every status to every status, with everything in their favour and with nothing', async (t) => {
  t.same(
    check(
      publisher,
      `. . - - . A -
       . . - - . . -
       . . . - . . -
       . . - . . . -
       . . - - . . -
       - - - - - . -
       . . - - . . .`,
    ),
    [],
  );
  t.same(
    check(
      { by: 'publisher', ...shut },
      `. . - - T A -
       . . - - T . -
       C . . - T . -
       E . - . T . -
       . . - - . . -
       - - - - - . -
       . . - - T . .`,
    ),
    [],
  );
});

t.test('creators: a save waits for approval, and nothing else is theirs to ask', async (t) => {
  const matrix = `. P P P P P .
                  P . P P P P .
                  P P . P P P .
                  P P P . P P .
                  P P P P . P .
                  P P P P P . -
                  P P P P P P .`;
  for (const favour of [open, shut]) t.same(check({ by: 'creator', ...favour }, matrix), []);
});

t.test('the system caps and ends what is active, and does nothing else', async (t) => {
  const matrix = `. - . . - A -
                  - . - - - - -
                  - - . - - - -
                  - - - . - - -
                  - - - - . - -
                  - - - - - . -
                  - - - - - - .`;
  for (const favour of [open, shut]) t.same(check({ by: 'system', ...favour }, matrix), []);
});

t.test('a restored group is inactive, a creator’s waits for approval', async (t) => {
  const restored = (by: TransitionAsk['by']) =>
    all.filter((to) => to !== 9 && transitionRefusal(9, to, { by, ...shut, restoring: true }) === null);
  t.same(restored('publisher'), [2]);
  t.same(restored('creator'), [10]);
  t.same(restored('system'), []);
});

t.test('the table names each pair of statuses once, and no number that is not a status', async (t) => {
  const pairs = groupTransitions.map(({ from, to }) => `${from}>${to}`);
  t.equal(new Set(pairs).size, pairs.length);
  t.equal(pairs.length, 29);
  t.equal(transitionRefusal(7, 1, publisher), 'TransitionNotAllowed');
  t.equal(transitionRefusal(1, 7, publisher), 'TransitionNotAllowed');
});

t.test(
  'a card offers what the table allows; what is refused for a reason that a person can mend stays in sight',
  async (t) => {
    const offered = (status: number, ask: TransitionAsk = publisher) =>
      statusActs(status, ask).map(({ act, refusal }) => (refusal ? `${act} ${refusal}` : act));
    t.same(offered(1), ['inactivate', 'test', 'delete GroupActive']);
    t.same(offered(2), ['activate', 'test', 'delete']);
    t.same(offered(3, { ...publisher, capOpen: false }), ['activate TargetCapReached', 'inactivate', 'test', 'delete']);
    t.same(offered(4, { ...publisher, endAhead: false }), ['activate EndDateReached', 'inactivate', 'test', 'delete']);
    t.same(offered(8), ['activate', 'inactivate', 'delete']);
    t.same(offered(9), []);
    t.same(offered(10, { ...publisher, testDevices: false }), [
      'approve',
      'inactivate',
      'test NoTestDevices',
      'delete',
    ]);
    t.same(offered(2, { ...publisher, by: 'creator' }), [
      'activate PermissionDenied',
      'test PermissionDenied',
      'delete PermissionDenied',
    ]);
  },
);

t.test('what the system stopped says why, also inactivated or brought back, as long as it may not go on', async (t) => {
  const { active, inactive, capped, ended, passive } = groupStatus;
  const group = { status: inactive, stopped: null, ts_end: 100, cap_open: true };
  const cases = [
    [{ ...group, status: ended, stopped: ended }, words.ended],
    [{ ...group, stopped: ended }, words.ended],
    [{ ...group, stopped: ended, ts_end: 300 }, null],
    [{ ...group, stopped: ended, ts_end: null }, null],
    [{ ...group, stopped: capped, cap_open: false }, words.capped],
    [{ ...group, stopped: capped }, null],
    [{ ...group, status: passive, stopped: ended }, words.passive],
    [{ ...group, status: active }, null],
    [group, null],
  ] as const;
  for (const [given, reason] of cases) t.equal(groupReasonAt(given, 200), reason, JSON.stringify(given));
});
