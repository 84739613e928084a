import t from 'tap';
import { problemsOf } from '../../kit/forms/rules.ts';
import { typedPromo } from '../promo-codes/promo-form.ts';
import { creditAsked, typedCredit } from './credit-form.ts';
import { planAsTyped, typedPlan } from './custom-plan-form.ts';
import { readDollars, readWhole, writeDollars } from './typed-money.ts';

t.test('dollars are read to the cent, as people type them', async (t) => {
  for (const [typed, cents] of [
    ['2500', 250_000],
    ['$2,500', 250_000],
    [' 2,500.5 ', 250_050],
    ['0.29', 29],
    ['1234567.89', 123_456_789],
    ['0', 0],
  ] as const)
    t.equal(readDollars(typed), cents, typed);
  for (const typed of ['', 'free', '-5', '1.005', '2.500,00', '25,00', '1e3', '12 €', '1 000'])
    t.ok(Number.isNaN(readDollars(typed)), typed);
  for (const cents of [0, 29, 250_000, 250_050]) t.equal(readDollars(writeDollars(cents)), cents);
});

t.test('whole numbers are read with or without commas', async (t) => {
  t.same(['25,000', '25000', '-1', '0'].map(readWhole), [25_000, 25_000, -1, 0]);
  for (const typed of ['', '1.5', '2,50', 'many', '--1', '١']) t.ok(Number.isNaN(readWhole(typed)), typed);
});

t.test('a typed plan is the plan, or says at each field what is wrong', async (t) => {
  const agency = {
    nickname: 'Agency',
    amount: 250_050,
    mau_limit: 5_000_000,
    mau_exceed_price: null,
    seats: -1,
    story_limit: 100,
    features: ['web', 'quiz'] as const,
  };
  t.same(typedPlan.parse(planAsTyped(agency)), agency);
  t.same(typedPlan.parse({ ...planAsTyped(agency), amount: '$2,500.50', mau_exceed_price: ' 4 ' }), {
    ...agency,
    mau_exceed_price: 4,
  });
  const wrong = {
    nickname: ' ',
    amount: 'a lot',
    mau_limit: '0',
    mau_exceed_price: '0.5',
    seats: '',
    story_limit: '-2',
  };
  t.same(problemsOf(typedPlan, { ...planAsTyped(null), ...wrong }), {
    nickname: 'Enter a name for the plan.',
    amount: 'Enter a price from $0 to $10,000,000.',
    mau_limit: 'Enter a whole number from 1 to 1,000,000,000.',
    mau_exceed_price: 'Enter whole dollars from 0 to 1,000,000.',
    seats: 'Enter a whole number up to 10,000, or -1 for unlimited.',
    story_limit: 'Enter a whole number up to 1,000,000, or -1 for unlimited.',
  });
});

t.test('typed credit is months or cents', async (t) => {
  const reason = 'A late start';
  t.same(creditAsked(typedCredit.parse({ kind: 'months', value: '2', reason })), { months: 2, reason });
  t.same(creditAsked(typedCredit.parse({ kind: 'amount', value: '$50.25', reason })), { amount: 5025, reason });
  t.same(problemsOf(typedCredit, { kind: 'months', value: '1.5', reason: '' }), {
    value: 'Enter 1 to 24 months.',
    reason: 'Enter a reason.',
  });
  t.same(problemsOf(typedCredit, { kind: 'amount', value: '0', reason }), {
    value: 'Enter an amount from $0.01 to $1,000,000.',
  });
});

t.test('a typed promo code is what the server takes, or says at each field what is wrong', async (t) => {
  const typed = { code: ' spring ', kind: 'percent', value: '20', lasts: 'once', months: '', uses: '', ts_ends: null };
  t.same(typedPromo.parse(typed), { code: 'SPRING', percent_off: 20, duration: 'once' });
  const longer = { ...typed, kind: 'amount', value: '$50', lasts: 'months', months: '3', uses: '1,000', ts_ends: 1e10 };
  t.same(typedPromo.parse(longer), {
    code: 'SPRING',
    amount_off: 5000,
    duration: 'months',
    months: 3,
    max_redemptions: 1000,
    ts_ends: 1e10,
  });
  t.same(problemsOf(typedPromo, { ...longer, code: 'a b', value: 'half', months: '40', uses: '0', ts_ends: 5 }), {
    code: 'Use 3 to 40 letters, numbers, hyphens or underscores.',
    value: 'Enter an amount from $0.01 to $1,000,000.',
    months: 'Enter 1 to 36 months.',
    uses: 'Enter a whole number from 1 to 1,000,000.',
    ts_ends: 'Choose a time that is still to come.',
  });
  t.same(problemsOf(typedPromo, { ...typed, value: '12.5' }), { value: 'Enter a whole number from 1 to 100.' });
  t.same(problemsOf(typedPromo, { ...typed, months: 'nonsense' }), {}, 'what is not asked is not read');
});
