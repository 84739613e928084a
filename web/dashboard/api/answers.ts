/** Tells of each call to the server: `answer` when one came, `none` when not, or when what stands before it answered. */
export const answers = new EventTarget();
