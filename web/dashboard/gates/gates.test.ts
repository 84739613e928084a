import t from 'tap';
import { featureNames, planWith } from '#contracts/plans.ts';
import { featureWords, whereIncluded } from './feature-words.ts';
import { statusOffers } from './status-offers.ts';

t.test('every feature has words, and says from which plan on it is there', async (t) => {
  for (const name of featureNames) t.match(featureWords[name], { name: /^[A-Z].{2,}/, text: /\.$/ }, name);
  t.equal(whereIncluded('deeplink'), 'Included from the Startup plan on.');
  t.equal(whereIncluded('quiz'), 'Included from the Growth plan on.');
  t.equal(whereIncluded('personalization'), 'Included from the Pro plan on.');
  t.same(
    featureNames.filter((name) => planWith(name) === null),
    ['ivod', 'ad_settings'],
    'what no plan sells is switched on by staff',
  );
});

t.test('a card offers what the group’s status and the role allow, and says why not', async (t) => {
  const now = 1000;
  const reasons = (status: number, publish: boolean, ts_end: number | null = null) =>
    Object.fromEntries(
      Object.entries(statusOffers({ status, ts_end }, { publish, now, testDevices: 1 })).map(([act, offer]) => [
        act,
        offer.reason ?? true,
      ]),
    );
  const permission =
    "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";
  t.same(reasons(1, true), {
    inactivate: true,
    test: true,
    delete: 'You must inactivate a story group to delete it.',
  });
  t.same(reasons(10, true), { approve: true, inactivate: true, test: true, delete: true });
  t.match(reasons(4, true, 999), { activate: 'The end date is reached. Set a later one first.' });
  t.match(reasons(4, true, 1001), { activate: true });
  t.same(reasons(10, false), { approve: permission, inactivate: permission, test: permission, delete: permission });
  t.same(reasons(9, true), {});
});
