import { defineWords } from './define.ts';

/** How the audit tells of apps and their instances. */
export const appAuditWords = defineWords('app-audit', {
  added: 'added the app “{title}”',
  siteAdded: 'added the website “{title}”',
  tookOver: 'updated {fields} of “{title}” from the store',
  tookOverSite: 'updated {fields} of “{title}” from the website',
  settings: '{acts} for “{title}”',
  schemeRemoved: 'removed the URL scheme',
  schemeSet: 'set the URL scheme to {scheme}',
  sharingAllowed: 'turned sharing on',
  sharingEnded: 'turned sharing off',
  adsOn: 'turned ads on',
  adsOff: 'turned ads off',
  adPlaces: 'changed how often ads appear',
  deleted: 'deleted the app “{title}”',
  instanceAdded: 'added the instance “{instance}” to “{title}”',
  instanceRenamed: 'renamed the instance “{from}” to “{to}”',
  instanceDeleted: 'deleted the instance “{instance}”',
  trafficJumped:
    'noticed that the instance “{instance}” of “{title}” gets {times, number} times as much data as usual: {bytes} on {day} so far, {usual} on a usual day',
  name: 'the name',
  icon: 'the icon',
  developer: 'the developer',
  category: 'the category',
  isLive: 'the store status',
});
