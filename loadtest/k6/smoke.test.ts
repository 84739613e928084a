import t from 'tap';
import { smoke } from '#ops/testing/smoke.ts';

t.setTimeout(420_000);

t.test('every scenario of load runs and holds what it promises', (t) => smoke(t, 'loadtest/k6.ts'));
