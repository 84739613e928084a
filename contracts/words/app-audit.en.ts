import { defineWords } from './define.ts';

/** How the audit tells of apps and their instances. */
export const appAuditWords = defineWords('app-audit', {
  added: 'added the app “{title}”',
  siteAdded: 'added the web site “{title}”',
  tookOver: 'took over {fields} of “{title}” from the store',
  tookOverSite: 'took over {fields} of “{title}” from the web site',
  settings: '{acts} for “{title}”',
  schemeRemoved: 'removed the URL scheme',
  schemeSet: 'set the URL scheme to {scheme}',
  sharingAllowed: 'allowed the sharing of stories',
  sharingEnded: 'ended the sharing of stories',
  adsOn: 'turned ads on',
  adsOff: 'turned ads off',
  adPlaces: 'set the places of ads',
  deleted: 'deleted the app “{title}”',
  instanceAdded: 'added the instance “{instance}” to “{title}”',
  instanceRenamed: 'renamed the instance “{from}” to “{to}”',
  instanceDeleted: 'deleted the instance “{instance}”',
  name: 'the name',
  icon: 'the icon',
  developer: 'the developer',
  category: 'the category',
  isLive: 'the presence in the store',
});
