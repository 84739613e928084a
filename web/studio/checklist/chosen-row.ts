import { Watched } from '../canvas/watched.ts';

/**
 * The key of the row of the checklist that is dealt with; null while none is, or once something else stands where the list did.
 * It is kept when another story is opened from its row, so that the list is open there as well.
 */
export const chosenRow = new Watched<string | null>(null);
