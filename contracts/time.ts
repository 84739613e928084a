/** A number of a unit. A plain number fits; a number of another unit does not. */
type Measured<Unit extends string> = number & { readonly unit?: Unit };

/** Seconds since 1970, UTC: every `ts_*` field, and the windows of groups and stories. */
export type UnixSeconds = Measured<'unix seconds'>;
/** Milliseconds since 1970, UTC: the clock, and when an event was appended. */
export type EpochMs = Measured<'epoch milliseconds'>;

/** The whole seconds of a moment. */
export const toSeconds = (moment: EpochMs): UnixSeconds => Math.floor(moment / 1000);
/** The moment at which a second begins. */
export const toEpochMs = (seconds: UnixSeconds): EpochMs => seconds * 1000;
