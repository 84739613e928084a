import { useMemo } from 'react';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { useSession } from '../shell/session-context.tsx';
import type { PageRight } from './places.ts';

/** The pages that the signed-in person may open. */
export function usePages(): PageRight[] {
  const { user, account, may } = useSession();
  return useMemo(() => {
    const tabs = settingsTabs(user, account);
    return [
      { title: 'Home', note: 'Figures of the stories', address: '/home', words: 'overview reach', allowed: true },
      { title: 'Content', note: 'Story groups', address: '/content', words: 'stories groups', allowed: true },
      {
        title: 'Calendar',
        note: 'What goes live and what ends',
        address: '/content/calendar',
        words: 'schedule dates month',
        allowed: may('storyGroup.view'),
      },
      {
        title: 'Recently deleted',
        note: 'Story groups that can be restored',
        address: '/content?deleted=1',
        words: 'trash undelete restore',
        allowed: may('storyGroup.view'),
      },
      {
        title: 'Add story group',
        note: 'Content',
        address: '/content?create=1',
        words: 'new create story group',
        allowed: may('storyGroup.edit'),
      },
      {
        title: 'Activity',
        note: 'Who changed what',
        address: '/activity',
        words: 'audit history log',
        allowed: may('audit.view'),
      },
      {
        title: 'App Settings',
        note: 'Apps, instances, tokens',
        address: '/settings/apps',
        words: 'instances tokens sdk deep links',
        allowed: tabs.includes('apps'),
      },
      {
        title: 'Payment and Billing',
        note: 'Plan of the account',
        address: '/settings/payment',
        words: 'plans price upgrade',
        allowed: tabs.includes('payment'),
      },
      {
        title: 'Add app',
        note: 'App Settings',
        address: '/settings/apps?add=1',
        words: 'new app web site',
        allowed: may('app.add'),
      },
      {
        title: 'Help and Resources',
        note: 'Guides and release notes',
        address: '/help',
        words: 'how to sdk',
        allowed: true,
      },
      { title: 'Admin', note: 'For staff', address: '/admin', allowed: user.type === 2 && !user.login_as },
      { title: 'Log out', note: 'End this session', address: '/logout', words: 'sign out', allowed: true },
    ];
  }, [user, account, may]);
}
