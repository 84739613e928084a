import type { Area } from './state.ts';
import { activityStates } from './states/activity.ts';
import { adminStates } from './states/admin.ts';
import { analyticsStates } from './states/analytics.ts';
import { authStates } from './states/auth.ts';
import { calendarStates } from './states/calendar.ts';
import { contentStates } from './states/content.ts';
import { devStates } from './states/dev.ts';
import { groupStates } from './states/group.ts';
import { helpStates } from './states/help.ts';
import { homeStates } from './states/home.ts';
import { liveStates } from './states/live.ts';
import { notificationStates } from './states/notifications.ts';
import { paletteStates } from './states/palette.ts';
import { settingsStates } from './states/settings.ts';
import { shellStates } from './states/shell.ts';
import { showcaseStates } from './states/showcase.ts';
import { storyAddStates } from './states/story-add.ts';
import { studioStates } from './states/studio.ts';

/** Every area of the dashboard; a new page is a line in the list of its area. */
export const areas: readonly Area[] = [
  authStates,
  shellStates,
  homeStates,
  contentStates,
  groupStates,
  analyticsStates,
  liveStates,
  storyAddStates,
  studioStates,
  calendarStates,
  activityStates,
  notificationStates,
  paletteStates,
  helpStates,
  settingsStates,
  showcaseStates,
  adminStates,
  devStates,
];
