import { exampleId, exampleIds, examplesOf } from '../examples.ts';
import type { operationEvents } from './events.ts';

const { staff: user_id } = exampleIds;

export const operationExamples = examplesOf<typeof operationEvents>()({
  failedMailRetried: {
    type: 'JobOperationRequested',
    data: { user_id, operation: 'retry', job: { id: `${exampleId(120)}-mail`, name: 'mail' }, from: 'failed' },
  },
  jobsPaused: { type: 'JobOperationRequested', data: { user_id, operation: 'pause', job: null, from: null } },
  historyRedriven: {
    type: 'ReadModelRedriveRequested',
    data: { user_id, projection: 'history', stream: `storyGroup-${exampleIds.group}` },
  },
  deliveryRebuilt: { type: 'ReadModelRebuildRequested', data: { user_id, projection: 'delivery' } },
  sdkAnnounced: {
    type: 'SdkReleaseAnnounced',
    data: {
      user_id,
      release_id: exampleId(122),
      platform: 'android',
      version: '2.9.0',
      url: 'https://storyrail.example/sdk/2.9.0',
    },
  },
  promoCodeEnded: { type: 'PromoCodeEnded', data: { user_id, promo_id: exampleId(73), code: 'SPRING' } },
  promoCodeMade: {
    type: 'PromoCodeMade',
    data: {
      user_id,
      promo_id: exampleId(73),
      code: 'SPRING',
      amount_off: null,
      percent_off: 50,
      months: null,
      max_redemptions: 100,
      ts_ends: null,
    },
  },
  dealCodesMade: { type: 'DealCodesMade', data: { user_id, batch_id: exampleId(76), count: 100 } },
  rebuiltFromShell: {
    type: 'ReadModelRebuildRequested',
    data: { user_id: null, shell: true, by_ref: exampleId(121), projection: 'delivery' },
  },
});
