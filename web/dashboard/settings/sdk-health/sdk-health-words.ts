import type { SdkRejectionCode, sdkPlatforms } from '#contracts/sdk/protocol.ts';
import type { SdkTraffic } from '#contracts/stats/sdk-health.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** What the platforms of SDKs are called. */
export const platformNames: Record<(typeof sdkPlatforms)[number], string> = {
  ios: 'iOS',
  android: t(settingsWords.android),
  web: t(settingsWords.web),
};

/** Why an event was refused, for whoever has to mend it. */
export const rejectionReasons: Record<SdkRejectionCode, string> = {
  InvalidEvent: t(settingsWords.faultFields),
  UnknownType: t(settingsWords.faultType),
  UnknownGroup: t(settingsWords.faultGroup),
  UnknownStory: t(settingsWords.faultStory),
  UnknownComponent: t(settingsWords.faultComponent),
  InvalidValue: t(settingsWords.faultValue),
  TimeOutOfRange: t(settingsWords.faultTime),
};

/** Periods that traffic is shown of: their words, and the steps it is summed up by. */
export const periods = {
  hour: { label: t(settingsWords.lastHour), field: 'minutes' },
  day: { label: t(settingsWords.last24Hours), field: 'hours' },
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
  return t(settingsWords.traffic, { period, accepted, rejected });
};
