import t from 'tap';
import { dueLines } from './due-lines.ts';

t.test('the lines of what is due add up to it, with an open invoice and with credit', async (t) => {
  const proration = [
    { description: 'Unused 22 days of Growth plan', amount: -51_260 },
    { description: 'Pro plan for the 22 days left', amount: 73_260 },
  ];
  const open_invoice = { id: 'one', number: 'INV-2027-0001', amount_due: 69_900, ts_next: null, confirm: false };
  const cases = [
    [22_000, null, []],
    [91_900, open_invoice, ['Invoice INV-2027-0001, not paid yet']],
    [2000, null, ['From your credit']],
    [0, open_invoice, ['Invoice INV-2027-0001, not paid yet', 'From your credit']],
  ] as const;
  for (const [amount_due, open, more] of cases) {
    const lines = dueLines({ amount_due, proration }, { open_invoice: open });
    t.equal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      amount_due,
    );
    t.same(
      lines.slice(2).map(({ description }) => description),
      more,
    );
  }
});

t.test('what is given back beyond what is charged is not called credit that pays', async (t) => {
  const proration = [{ description: 'Unused', amount: -500 }];
  t.same(dueLines({ amount_due: 0, proration }, { open_invoice: null }), proration);
});
