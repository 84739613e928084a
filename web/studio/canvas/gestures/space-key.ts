/** The space bar, which pans while it is held and plays when it is let go without that. */
export const spaceKey = { held: false, panned: false };
