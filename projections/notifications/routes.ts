import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import {
  markNotifications,
  markPopups,
  notificationPage,
  notificationQuery,
  popupRow,
  unreadLeft,
} from '#contracts/notification/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { listPopups, markPopupsRead } from './popups.ts';
import { countUnread, listNotifications } from './read.ts';
import { markAllRead, markRead } from './read-marks.ts';

const tags = ['Notifications'];
const shownAtOnce = 50;

const popups: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/storyrail-notification/dashboard-popup',
    config: { policy: { caller: 'user', login_as: true } },
    schema: { summary: 'List your open pop-ups', tags, response: { 200: success(z.array(popupRow)) } },
    handler: async (request) => ({
      data: await listPopups(kernel, principalOf(request), toSeconds(kernel.now())),
    }),
  });
  server.route({
    method: 'PATCH',
    url: '/api/storyrail-notification/mark-dashboard-popup-as-read',
    config: { policy: { caller: 'user' } },
    schema: {
      summary: 'Close pop-ups for good',
      description: 'Returns the pop-ups that are still open.',
      tags,
      body: markPopups,
      response: { 200: success(z.array(popupRow)) },
    },
    handler: async (request) => {
      const [principal, now] = [principalOf(request), toSeconds(kernel.now())];
      await markPopupsRead(kernel, principal, request.body.dashboard_popup_ids, now);
      return { data: await listPopups(kernel, principal, now) };
    },
  });
};

/** What somebody is told of, and what they have read of it. Whoever of staff is here in their stead reads it and marks nothing. */
export const notificationRoutes: Routes = async (server, kernel) => {
  await popups(server, kernel);
  server.route({
    method: 'GET',
    url: '/api/storyrail-notification/dashboard-notification',
    config: { policy: { caller: 'user', login_as: true } },
    schema: {
      summary: 'List your notifications',
      description: 'Returns what happened in the last 90 days, newest first, and how many are unread in all.',
      tags,
      querystring: notificationQuery,
      response: { 200: notificationPage },
    },
    handler: async (request) => {
      const { unread = false, limit = shownAtOnce, offset = 0 } = request.query;
      const page = { limit, offset, onlyUnread: unread };
      return listNotifications(kernel, principalOf(request), toSeconds(kernel.now()), page);
    },
  });
  server.route({
    method: 'PATCH',
    url: '/api/storyrail-notification/mark-dashboard-notification-as-read',
    config: { policy: { caller: 'user' } },
    schema: {
      summary: 'Mark notifications as read',
      description:
        'Takes up to 1,000 IDs, or `all` with an optional `ts_end`, after which they stay unread. IDs that are not yours are ignored. Returns how many are still unread.',
      tags,
      body: markNotifications,
      response: { 200: success(unreadLeft) },
    },
    handler: async (request) => {
      const [principal, now] = [principalOf(request), toSeconds(kernel.now())];
      const { dashboard_notification_ids = [], all, ts_end = now } = request.body;
      if (all) await markAllRead(kernel, principal, now, ts_end);
      else await markRead(kernel, principal, now, dashboard_notification_ids);
      return { data: { unread: await countUnread(kernel, principal, now) } };
    },
  });
};
