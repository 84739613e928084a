import t from 'tap';
import { assertStates, testId } from '../test-states.ts';
import type { AppEvent } from './events.ts';

const events: AppEvent[] = [
  {
    type: 'AppAdded',
    data: {
      account_id: testId(1),
      title: 'Marlow',
      store_type: 'ios',
      store_id: '1',
      website_url: null,
      icon: null,
      instance: { id: testId(2), title: 'Default', token: 'token-2' },
    },
  },
  { type: 'AppDetailsChanged', data: { developer: 'Marlow AB', is_live: true } },
  { type: 'AppSettingsChanged', data: { ads: true, ad_frequency: 3 } },
  { type: 'InstanceAdded', data: { instance_id: testId(3), title: 'Sweden', token: 'token-3' } },
  { type: 'InstanceRenamed', data: { instance_id: testId(3), title: 'Norway' } },
  { type: 'InstanceDeleted', data: { instance_id: testId(3) } },
  { type: 'AppDeleted', data: {} },
  {
    type: 'InstanceTrafficJumped',
    data: { instance_id: testId(2), day: '2026-11-20', bytes: 61_200_000, usual: 5_100_000 },
  },
];

t.test('the known events of an app fold to the states that snapshots hold', (t) => {
  assertStates(t, 'app', events, 1, {
    '1 AppAdded': '9064bed9e93e',
    '2 AppDetailsChanged': '104c86006357',
    '3 AppSettingsChanged': 'abb42a90608a',
    '4 InstanceAdded': 'd3d72e2e4b93',
    '5 InstanceRenamed': 'b6e4d624fd7b',
    '6 InstanceDeleted': 'abb42a90608a',
    '7 AppDeleted': '0c863147e516',
    '8 InstanceTrafficJumped': 'dfdab284003b',
  });
  t.end();
});
