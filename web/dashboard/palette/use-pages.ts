import { useMemo } from 'react';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { isBroadcaster } from '../shell/session/access.ts';
import { useSession } from '../shell/session/session-value.ts';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { PageRight } from './places.ts';

/** The pages that the signed-in person may open. */
export function usePages(): PageRight[] {
  const { user, account, may } = useSession();
  return useMemo(() => {
    const tabs = settingsTabs(user, account);
    return [
      {
        title: t(paletteWords.home),
        note: t(paletteWords.homeHint),
        address: '/home',
        words: t(paletteWords.homeAliases),
        allowed: true,
      },
      {
        title: t(paletteWords.content),
        note: t(paletteWords.contentHint),
        address: '/content',
        words: t(paletteWords.contentAliases),
        allowed: true,
      },
      {
        title: t(paletteWords.calendar),
        note: t(paletteWords.calendarHint),
        address: '/content/calendar',
        words: t(paletteWords.calendarAliases),
        allowed: may('storyGroup.view'),
      },
      {
        title: t(paletteWords.analytics),
        note: t(paletteWords.analyticsHint),
        address: '/analytics',
        words: t(paletteWords.analyticsPageAliases),
        allowed: !isBroadcaster(user),
      },
      {
        title: t(paletteWords.live),
        note: t(paletteWords.liveHint),
        address: '/analytics/live',
        words: t(paletteWords.liveAliases),
        allowed: may('overview.view'),
      },
      {
        title: t(paletteWords.recentlyDeleted),
        note: t(paletteWords.deletedHint),
        address: '/content?deleted=1',
        words: t(paletteWords.deletedAliases),
        allowed: may('storyGroup.view'),
      },
      {
        title: t(paletteWords.notifications),
        note: t(paletteWords.notificationsHint),
        address: '/notifications',
        words: t(paletteWords.notificationsAliases),
        allowed: !isBroadcaster(user),
      },
      {
        title: t(paletteWords.activity),
        note: t(paletteWords.activityHint),
        address: '/activity',
        words: t(paletteWords.activityAliases),
        allowed: may('audit.view'),
      },
      {
        title: t(paletteWords.accountSettings),
        note: t(paletteWords.accountSettingsHint),
        address: '/settings/account',
        words: t(paletteWords.accountSettingsAliases),
        allowed: tabs.includes('account'),
      },
      {
        title: t(paletteWords.userSettings),
        note: t(paletteWords.userSettingsHint),
        address: '/settings/user',
        words: t(paletteWords.userSettingsAliases),
        allowed: tabs.includes('user'),
      },
      {
        title: t(paletteWords.appSettings),
        note: t(paletteWords.appSettingsHint),
        address: '/settings/apps',
        words: t(paletteWords.appSettingsAliases),
        allowed: tabs.includes('apps'),
      },
      {
        title: t(paletteWords.paymentAndBilling),
        note: t(paletteWords.paymentHint),
        address: '/settings/payment',
        words: t(paletteWords.paymentAliases),
        allowed: tabs.includes('payment'),
      },
      {
        title: t(paletteWords.teamManagement),
        note: t(paletteWords.teamHint),
        address: '/settings/team-management',
        words: t(paletteWords.teamAliases),
        allowed: tabs.includes('team-management'),
      },
      {
        title: t(paletteWords.testDevices),
        note: t(paletteWords.testDevicesHint),
        address: '/settings/test-devices',
        words: t(paletteWords.testDevicesAliases),
        allowed: tabs.includes('test-devices'),
      },
      {
        title: t(paletteWords.referFriend),
        note: t(paletteWords.referFriendHint),
        address: '/settings/refferal',
        words: t(paletteWords.referFriendAliases),
        allowed: tabs.includes('refferal'),
      },
      {
        title: t(paletteWords.helpAndResources),
        note: t(paletteWords.helpHint),
        address: '/help',
        words: t(paletteWords.helpAliases),
        allowed: true,
      },
      {
        title: t(paletteWords.admin),
        note: t(paletteWords.adminHint),
        address: '/admin',
        allowed: user.type === 2 && !user.login_as,
      },
      {
        title: t(paletteWords.logOut),
        note: t(paletteWords.logOutHint),
        address: '/logout',
        words: t(paletteWords.logOutAliases),
        allowed: true,
      },
    ];
  }, [user, account, may]);
}
