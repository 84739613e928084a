/** The most UTC days that a range of figures has. */
export const longestRangeDays = 366;
