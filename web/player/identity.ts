import { randomId } from './clock.ts';
import { type BatchEnvelope, SDK_VERSION } from './protocol.ts';
import type { Store } from './store.ts';

/** What the element's attributes say about the viewer and what he is asked for. */
export type Settings = {
  token: string;
  labels: string | null;
  viewerId: string | null;
  deviceId: string | null;
  appVersion: string | null;
  locale: string;
  consent: boolean;
  preview: boolean;
};

/** Reads the attributes; a missing `consent` means yes, and only `false` means no. `preview` is on when it is there, unless it says `false`. */
export function readSettings(element: HTMLElement): Settings {
  const read = (name: string) => element.getAttribute(name);
  return {
    token: read('token')?.trim() ?? '',
    labels: read('labels'),
    viewerId: read('viewer-id')?.trim().slice(0, 128) || null,
    deviceId: read('device-id')?.trim().slice(0, 128) || null,
    appVersion: read('app-version')?.trim().slice(0, 32) || null,
    locale: read('locale')?.trim() || document.documentElement.lang || navigator.language || 'en',
    consent: read('consent')?.trim().toLowerCase() !== 'false',
    preview: (read('preview') ?? 'false').trim().toLowerCase() !== 'false',
  };
}

let memoryViewer: string | null = null;
const session = { id: '' };

function randomViewer(store: Store): string {
  const id = store.get('viewer') ?? memoryViewer ?? randomId();
  memoryViewer = id;
  store.set('viewer', id);
  return id;
}

/** Forgets the random ids of this page, so that consent given again starts anew. */
export function forgetIdentity(): void {
  memoryViewer = null;
  session.id = '';
}

/** The sender's part of a batch; without consent nobody is named in it. */
export function headOf(settings: Settings, store: Store): BatchEnvelope {
  const head: BatchEnvelope = { platform: 'web', sdk_version: SDK_VERSION, consent: settings.consent };
  if (settings.appVersion) head.app_version = settings.appVersion;
  if (!settings.consent) return head;
  session.id ||= randomId();
  head.viewer_id = settings.viewerId ?? randomViewer(store);
  head.session_id = session.id;
  if (settings.deviceId) head.device_id = settings.deviceId;
  return head;
}

/** What delivery is asked; a random viewer id is in no list, and leaving it out keeps the answer cacheable. */
export function queryOf(settings: Settings): Record<string, string | null> {
  return {
    labels: settings.labels,
    app_version: settings.appVersion,
    locale: settings.locale,
    viewer_id: settings.consent ? settings.viewerId : null,
    device_id: settings.consent ? settings.deviceId : null,
  };
}
