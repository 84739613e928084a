import t from 'tap';
import { runSmoke } from '#ops/testing/smoke.ts';

t.setTimeout(420_000);

t.test('every scenario of load runs and holds what it promises', (t) => runSmoke(t, 'loadtest/k6.ts'));
