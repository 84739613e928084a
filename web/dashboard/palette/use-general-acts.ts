import {
  AppWindow,
  CirclePlus,
  Copy,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  Play,
  RefreshCw,
  Sun,
  UserPlus,
} from 'lucide-react';
import { useNotify } from 'ra-core';
import { hasFeature } from '#contracts/api/plans.ts';
import { copyText } from '../kit/buttons/copy-text.ts';
import { useSync } from '../settings/import/use-sync.ts';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { useSession } from '../shell/session/session-value.ts';
import { type ThemeChoice, useThemeMode } from '../theme/mode.ts';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { Does, GeneralAct } from './acts.ts';
import { openShortcuts } from './open-shortcuts.ts';

const themes: readonly { choice: ThemeChoice; title: string; words: string; icon: LucideIcon }[] = [
  { choice: 'light', title: t(paletteWords.lightTheme), words: t(paletteWords.lightThemeAliases), icon: Sun },
  { choice: 'dark', title: t(paletteWords.darkTheme), words: t(paletteWords.darkThemeAliases), icon: Moon },
  { choice: 'system', title: t(paletteWords.systemTheme), words: t(paletteWords.systemThemeAliases), icon: Monitor },
];

/** An act that the person may do, or none. */
const act = (
  allowed: boolean,
  icon: LucideIcon,
  said: Pick<GeneralAct, 'title' | 'note' | 'words'>,
  does: Does,
): GeneralAct[] => (allowed ? [{ key: `act:${said.title}`, kind: 'act', icon, ...said, does }] : []);

/** What the person may do wherever they are: create, copy, look, choose the colors. */
export function useGeneralActs(): GeneralAct[] {
  const { user, account, apps, app, instance, may } = useSession();
  const { choice, setChoice } = useThemeMode();
  const sync = useSync();
  const notify = useNotify();
  const tabs = settingsTabs(user, account);
  const settles = tabs.includes('apps');
  const place = app && instance ? `${app.title}, ${instance.title}` : '';
  const token = instance?.token ?? '';
  const copyToken = () =>
    copyText(token).then((isCopied) =>
      isCopied
        ? notify(t(paletteWords.tokenCopied, { instance: instance?.title ?? '' }), { type: 'success' })
        : notify(t(paletteWords.copyRefused), { type: 'error' }),
    );
  return [
    ...act(
      instance !== null && may('storyGroup.edit'),
      CirclePlus,
      { title: t(paletteWords.addStoryGroup), note: place, words: t(paletteWords.addStoryGroupAliases) },
      { address: '/content?create=1' },
    ),
    ...act(
      may('app.add'),
      AppWindow,
      { title: t(paletteWords.addApp), note: t(paletteWords.appSettings), words: t(paletteWords.addAppAliases) },
      { address: '/settings/apps?add=1' },
    ),
    ...act(
      tabs.includes('team-management') && hasFeature(account.settings, 'team_structure'),
      UserPlus,
      {
        title: t(paletteWords.invitePeople),
        note: t(paletteWords.teamManagement),
        words: t(paletteWords.invitePeopleAliases),
      },
      { address: '/settings/team-management?invite=1' },
    ),
    ...act(
      instance !== null && may('app.settings'),
      Copy,
      { title: t(paletteWords.copyToken), note: place, words: t(paletteWords.copyTokenAliases) },
      { run: copyToken },
    ),
    ...act(
      instance !== null && may('storyGroup.view'),
      Play,
      {
        title: t(paletteWords.preview),
        note: t(paletteWords.previewHint, { place }),
        words: t(paletteWords.previewAliases),
      },
      { run: () => window.open(`/showcase/${token}`, '_blank', 'noopener') },
    ),
    ...act(
      settles && apps.length > 0,
      RefreshCw,
      {
        title: t(paletteWords.syncApps),
        note: t(paletteWords.syncAppsHint),
        words: t(paletteWords.syncAppsAliases),
      },
      { run: () => sync.run(undefined) },
    ),
    ...act(
      true,
      Keyboard,
      {
        title: t(paletteWords.shortcuts),
        note: t(paletteWords.keyQuestion),
        words: t(paletteWords.shortcutsAliases),
      },
      { run: openShortcuts },
    ),
    ...themes.flatMap(({ choice: theme, title, words, icon }) =>
      act(
        true,
        icon,
        { title, note: choice === theme ? t(paletteWords.themeInUse) : '', words },
        { run: () => setChoice(theme) },
      ),
    ),
  ];
}
