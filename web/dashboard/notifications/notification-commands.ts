import type { z } from 'zod';
import type { markNotifications, PopupRow, unreadLeft } from '#contracts/notification/rows.ts';
import { http } from '../api/http.ts';

const base = '/storyrail-notification';

/** Marks of what a person has read, one method each; all throw ApiError. */
export const notificationCommands = {
  /** Marks some, or all up to a moment; answers how many are unread then. */
  markNotifications: (which: z.input<typeof markNotifications>) =>
    http.patch<z.infer<typeof unreadLeft>>(`${base}/mark-dashboard-notification-as-read`, which),
  /** Closes pop-ups for good; answers those that are still open. */
  closePopups: (ids: readonly string[]) =>
    http.patch<PopupRow[]>(`${base}/mark-dashboard-popup-as-read`, { dashboard_popup_ids: ids }),
} as const;
