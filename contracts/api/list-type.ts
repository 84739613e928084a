/** The type that a file with a list of viewers has to have. */
export const listType = 'text/csv';
