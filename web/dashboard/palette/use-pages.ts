import { useMemo } from 'react';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { useSession } from '../shell/session-context.tsx';
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
        note: t(paletteWords.figuresOfStories),
        address: '/home',
        words: t(paletteWords.overviewReach),
        allowed: true,
      },
      {
        title: t(paletteWords.content),
        note: t(paletteWords.storyGroups),
        address: '/content',
        words: t(paletteWords.storiesGroups),
        allowed: true,
      },
      {
        title: t(paletteWords.calendar),
        note: t(paletteWords.whatGoesLiveAndWhat),
        address: '/content/calendar',
        words: t(paletteWords.scheduleDatesMonth),
        allowed: may('storyGroup.view'),
      },
      {
        title: t(paletteWords.recentlyDeleted),
        note: t(paletteWords.storyGroupsThatCanBe),
        address: '/content?deleted=1',
        words: t(paletteWords.trashUndeleteRestore),
        allowed: may('storyGroup.view'),
      },
      {
        title: t(paletteWords.addStoryGroup),
        note: t(paletteWords.content),
        address: '/content?create=1',
        words: t(paletteWords.newCreateStoryGroup),
        allowed: may('storyGroup.edit'),
      },
      {
        title: t(paletteWords.activity),
        note: t(paletteWords.whoChangedWhat),
        address: '/activity',
        words: t(paletteWords.auditHistoryLog),
        allowed: may('audit.view'),
      },
      {
        title: t(paletteWords.appSettings),
        note: t(paletteWords.appsInstancesTokens),
        address: '/settings/apps',
        words: t(paletteWords.instancesTokensSdkDeepLinks),
        allowed: tabs.includes('apps'),
      },
      {
        title: t(paletteWords.paymentAndBilling),
        note: t(paletteWords.planOfAccount),
        address: '/settings/payment',
        words: t(paletteWords.plansPriceUpgrade),
        allowed: tabs.includes('payment'),
      },
      {
        title: t(paletteWords.addApp),
        note: t(paletteWords.appSettings),
        address: '/settings/apps?add=1',
        words: t(paletteWords.newAppWebSite),
        allowed: may('app.add'),
      },
      {
        title: t(paletteWords.helpAndResources),
        note: t(paletteWords.guidesAndReleaseNotes),
        address: '/help',
        words: t(paletteWords.howToSdk),
        allowed: true,
      },
      {
        title: t(paletteWords.admin),
        note: t(paletteWords.forStaff),
        address: '/admin',
        allowed: user.type === 2 && !user.login_as,
      },
      {
        title: t(paletteWords.logOut),
        note: t(paletteWords.endThisSession),
        address: '/logout',
        words: t(paletteWords.signOut),
        allowed: true,
      },
    ];
  }, [user, account, may]);
}
