import t from 'tap';
import { killWhileBilling } from '#ops/testing/billing-kills.ts';

t.test(
  'each period is charged once, whenever the processes that close it are killed',
  { timeout: 180_000 },
  async (t) => {
    const { faults, ...told } = await killWhileBilling(t, Number(process.env.KILLS ?? 3), 1);
    t.comment(JSON.stringify(told));
    t.same(faults, []);
  },
);
