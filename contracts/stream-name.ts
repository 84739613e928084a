/** The noun of a stream name such as `storyGroup-<id>`. */
export const streamNoun = (stream: string): string => stream.slice(0, stream.indexOf('-'));
/** The id in a stream name. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
