import t from 'tap';
import { smoke } from '#ops/testing/smoke.ts';

t.setTimeout(420_000);

t.test('every path that is measured can be', (t) => smoke(t, 'loadtest/bench.ts'));
