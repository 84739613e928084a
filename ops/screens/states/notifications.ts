import type { Page } from 'playwright-core';
import { type Area, failing, holdBack, inTurn, press } from '../state.ts';

const path = '/help';
const list = '**/api/storyrail-notification/dashboard-notification*';
const bell = press(/^Notifications/);
const unread = press(/^Unread/, 'radio');

const none = (page: Page) => page.route(list, (route) => route.fulfill({ json: { data: [], total: 0, unread: 0 } }));

/** The bell's panel, and on a phone its page. */
export const notificationStates: Area = {
  area: 'notifications',
  states: [
    { name: 'panel', path, reach: bell, only: 1440 },
    { name: 'panel-unread', path, reach: inTurn(bell, unread), only: 1440 },
    { name: 'panel-of-creator', path, as: 'creator', reach: bell, only: 1440 },
    { name: 'panel-none', path, answers: none, reach: bell, only: 1440 },
    { name: 'panel-loading', path, answers: holdBack(list), reach: bell, only: 1440 },
    { name: 'panel-failed', path, answers: failing(list), reach: bell, only: 1440 },
    { name: 'page', path: '/notifications', part: 'screen' },
    { name: 'page-unread', path: '/notifications?unread=1', part: 'screen' },
    { name: 'page-none', path: '/notifications', answers: none },
    { name: 'page-failed', path: '/notifications', answers: failing(list) },
  ],
};
