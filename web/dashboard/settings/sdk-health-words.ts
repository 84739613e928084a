import type { SdkRejectionCode, sdkPlatforms } from '#contracts/sdk/protocol.ts';
import type { SdkTraffic } from '#contracts/stats/sdk-health.ts';
import { plural } from '../kit/format.ts';

/** What the platforms of SDKs are called. */
export const platformNames: Record<(typeof sdkPlatforms)[number], string> = {
  ios: 'iOS',
  android: 'Android',
  web: 'Web',
};

/** Why an event was refused, for whoever has to mend it. */
export const rejectionReasons: Record<SdkRejectionCode, string> = {
  InvalidEvent: 'A field is missing, unknown or of the wrong kind',
  UnknownType: 'There is no such type of event',
  UnknownGroup: 'The story group is not in this instance',
  UnknownStory: 'The story is not in this instance or this story group',
  TimeOutOfRange: 'More than 7 days old, or more than 5 minutes ahead',
};

/** Periods that traffic is shown of: the steps it is summed up by, and their words. */
export const periods = {
  hour: { label: 'Last hour', field: 'minutes', step: 'minute' },
  day: { label: 'Last 24 hours', field: 'hours', step: 'hour' },
} as const;
export type Period = keyof typeof periods;

/** All events of some steps. */
export const sumOf = (steps: readonly SdkTraffic[]): Omit<SdkTraffic, 'ts'> =>
  steps.reduce((sum, one) => ({ accepted: sum.accepted + one.accepted, rejected: sum.rejected + one.rejected }), {
    accepted: 0,
    rejected: 0,
  });

/** The bars of a period in words. */
export const trafficWords = (steps: readonly SdkTraffic[], period: Period): string => {
  const { accepted, rejected } = sumOf(steps);
  const { label, step } = periods[period];
  return `${label}, by the ${step}: ${plural(accepted, 'event')} accepted, ${plural(rejected, 'event')} refused`;
};
