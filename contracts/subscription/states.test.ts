import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 2, {
  });
