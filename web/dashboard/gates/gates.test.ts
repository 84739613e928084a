import t from 'tap';
import { featureNames, planWith } from '#contracts/api/plans.ts';
import { featureWords, whereIncluded } from './feature-words.ts';
import { statusOffers } from './status-offers.ts';

t.test('every feature has words, and says from which plan on it is there', async (t) => {
  for (const name of featureNames) t.match(featureWords[name], { name: /^[A-Z].{2,}/, text: /\.$/ }, name);
  t.equal(whereIncluded('deeplink'), 'Included in Startup and higher plans.');
  t.equal(whereIncluded('quiz'), 'Included in Growth and higher plans.');
  t.equal(whereIncluded('personalization'), 'Included in Pro and higher plans.');
  t.same(
    featureNames.filter((name) => planWith(name) === null),
    ['ivod', 'ad_settings'],
    'what no plan sells is switched on by staff',
  );
});

t.test('a card offers what the group’s status and the role allow, and says why not', async (t) => {
  const now = 1000;
  const free = { stopped: null as number | null, cap_open: true };
  const reasons = (status: number, publish: boolean, ts_end: number | null = null, held = free) =>
    Object.fromEntries(
      Object.entries(statusOffers({ status, ts_end, ...held }, { publish, now, testDevices: 1 })).map(
        ([act, offer]) => [act, offer.reason ?? true],
      ),
    );
  const permission =
    "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";
  t.same(reasons(1, true), {
    inactivate: true,
    test: true,
    delete: 'You must inactivate a story group to delete it.',
  });
  t.same(reasons(10, true), { approve: true, inactivate: true, test: true, delete: true });
  t.match(reasons(4, true, 999), { activate: 'The end date has passed. Set a later one first.' });
  t.match(reasons(4, true, 1001), { activate: true });
  t.same(reasons(10, false), { approve: permission, inactivate: permission, test: permission, delete: permission });
  t.same(reasons(9, true), {});
  const capped = { stopped: 3, cap_open: false };
  const reached = 'This group has reached its target cap. Raise or remove the cap first.';
  t.match(reasons(3, true, null, capped), { activate: reached, inactivate: true });
  t.match(reasons(2, true, null, capped), { activate: reached }, 'inactivated since');
  t.match(reasons(2, true, null, { stopped: 3, cap_open: true }), { activate: true }, 'the cap was raised');
  t.match(reasons(2, true, 999, { stopped: 4, cap_open: true }), { activate: /^The end date has passed/ });
  t.match(reasons(2, true, 1001, { stopped: 4, cap_open: true }), { activate: true });
});
