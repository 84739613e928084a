import { canvas } from '#contracts/studio/kinds.ts';
import type { Device } from './view-settings.ts';

/** What of a phone is drawn around the canvas, in canvas units: its screen and the rim around it. */
const phones = {
  iphone: { height: 780, rim: 12 },
  pixel: { height: 800, rim: 10 },
} as const;

/** How large a device is around the canvas in its middle, in canvas units, and how thick its rim. */
export function deviceBox(device: Device): { width: number; height: number; rim: number } {
  if (device === 'canvas') return { ...canvas, rim: 0 };
  const { height, rim } = phones[device];
  return { width: canvas.width + 2 * rim, height: height + 2 * rim, rim };
}
