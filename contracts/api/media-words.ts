/** The type that a file with a list of viewers has to have. */
export const listType = 'text/csv';

/** What is said of a file that should be a list of viewers and is none. */
export const notCsv = (name: string): string => `${name} is not a csv file`;
