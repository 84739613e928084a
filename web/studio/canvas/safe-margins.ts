/** What of the canvas is not safe, in its units: below the header of a player, beside its edges, above its lower end. */
export const safeMargins = { top: 64, sides: 14, bottom: 12 } as const;
