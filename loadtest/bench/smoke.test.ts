import t from 'tap';
import { runSmoke } from '#ops/testing/smoke.ts';

t.setTimeout(420_000);

t.test('every path that is measured can be', (t) => runSmoke(t, 'loadtest/bench.ts'));
