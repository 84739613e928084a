import { Watched } from './watched.ts';

/** What a canvas can be looked at in. */
export const devices = ['canvas', 'iphone', 'pixel'] as const;
export type Device = (typeof devices)[number];

/** How a person looks at designs; kept in this browser. */
export interface ViewSettings {
  /** In percent of the canvas' own size; 'fit': so that all of it is in sight. */
  zoom: number | 'fit';
  snapping: boolean;
  grid: boolean;
  safeArea: boolean;
  device: Device;
}

/** The least and most zoom, in percent. */
export const zoomBounds = [25, 400] as const;

const key = 'storyrail.studio.view';
const usual: ViewSettings = { zoom: 'fit', snapping: true, grid: false, safeArea: true, device: 'canvas' };

const boundedZoom = (zoom: number): number => Math.min(zoomBounds[1], Math.max(zoomBounds[0], Math.round(zoom)));

function stored(): ViewSettings {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof ViewSettings, unknown>>;
    const onOff = (name: 'snapping' | 'grid' | 'safeArea') =>
      typeof found[name] === 'boolean' ? found[name] : usual[name];
    return {
      zoom: typeof found.zoom === 'number' && Number.isFinite(found.zoom) ? boundedZoom(found.zoom) : usual.zoom,
      snapping: onOff('snapping'),
      grid: onOff('grid'),
      safeArea: onOff('safeArea'),
      device: devices.find((one) => one === found.device) ?? usual.device,
    };
  } catch {
    return usual;
  }
}

/** The settings of this browser. */
export const viewSettings = new Watched<ViewSettings>(stored());

/** Changes settings and keeps them; a zoom comes into its bounds. */
export function changeView(changes: Partial<ViewSettings>): void {
  const { zoom = viewSettings.value.zoom } = changes;
  viewSettings.set({ ...viewSettings.value, ...changes, zoom: zoom === 'fit' ? zoom : boundedZoom(zoom) });
  try {
    localStorage.setItem(key, JSON.stringify(viewSettings.value));
  } catch {
    // Storage may be closed to us; the settings then last for this page only.
  }
}

/** The zoom that is shown now, in percent, also where it fits by itself. */
export const shownZoom = new Watched<number>(100);

const steps = [25, 50, 75, 100, 125, 150, 200, 300, 400];

/** Zooms to the next step, nearer (1) or further away (-1). */
export function stepZoom(direction: 1 | -1): void {
  const now = shownZoom.value;
  const next = direction > 0 ? steps.find((one) => one > now) : steps.findLast((one) => one < now);
  if (next !== undefined) changeView({ zoom: next });
}
