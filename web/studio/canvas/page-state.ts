import type { Spot } from '../edits/boxes.ts';
import { Watched } from './watched.ts';

/** Where the menu of the canvas is open, in px of the window; null while it is not. */
export const openedMenu = new Watched<Spot | null>(null);

/** Whether the list of keys is open. */
export const openedKeys = new Watched(false);

/** Where the mouse last was over the canvas, in canvas units; what is pasted as a file goes there. */
export const pointerSpot = new Watched<Spot | null>(null);

/** Whether a frame is drawn just now to select what is in it. */
export const isSelecting = new Watched(false);

/** What is told to readers of screens of an act by keys. */
export const spokenAct = new Watched('');
