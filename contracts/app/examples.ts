import { exampleFile, exampleId, exampleIds, examplesOf, stateAfter } from '../examples.ts';
import type { appEvents } from './events.ts';
import { type AppState, evolveApp, initialApp } from './state.ts';

/** The second instance of the example app. */
const sweden = exampleId(23);

export const appExamples = examplesOf<typeof appEvents>()({
  added: {
    type: 'AppAdded',
    data: {
      account_id: exampleIds.account,
      title: 'Marlow Shop',
      store_type: 'android',
      store_id: 'com.marlow.shop',
      website_url: null,
      icon: null,
      developer: null,
      category: null,
      is_live: false,
      instance: { id: exampleIds.instance, title: 'Default', token: 'd1f0a5c2' },
    },
  },
  foundInStore: {
    type: 'AppDetailsChanged',
    data: { icon: exampleFile(21, 'png'), developer: 'Marlow AB', category: 'Shopping', is_live: true },
  },
  sharingAllowed: { type: 'AppSettingsChanged', data: { app_intent: 'marlow://', is_sharable: true } },
  adsOn: { type: 'AppSettingsChanged', data: { ads: true, ad_first: 3, ad_frequency: 5 } },
  instanceAdded: { type: 'InstanceAdded', data: { instance_id: sweden, title: 'Sweden', token: '7be1c09d' } },
  instanceRenamed: { type: 'InstanceRenamed', data: { instance_id: sweden, title: 'Nordics' } },
  instanceDeleted: { type: 'InstanceDeleted', data: { instance_id: sweden } },
  trafficJumped: {
    type: 'InstanceTrafficJumped',
    data: { instance_id: exampleIds.instance, day: '2026-11-20', bytes: 61_200_000, usual: 5_100_000 },
  },
  deleted: { type: 'AppDeleted', data: {} },
});

/** An app that is in no store yet, with its Default instance. */
export const newApp: AppState = stateAfter(initialApp(exampleIds.app), evolveApp, [appExamples.added]);
