import { actNames } from '#contracts/act-names.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { actName } from './audit-words.ts';

const groupNames: readonly [name: string, start: RegExp][] = [
  [t(activityWords.storyGroups), /^StoryGroup/],
  [t(activityWords.stories), /^(Stor(y|ies)|Template)/],
  [t(activityWords.appsAndInstances), /^(App|Instance)/],
  [t(activityWords.teamAndSignIn), /^(User|Invitation|SignIn|Session|Password|Registration)/],
  [t(activityWords.exportsAndViews), /^(DataExported|AdminRead|Report)/],
  [t(activityWords.operations), /^(Job|ReadModel|SdkRelease)/],
  [t(activityWords.account), /^(Account|SdkUpdate|Owner|BrandKit|TestDevices|Profile|Subscription|Plan|Staff|LoginAs)/],
];

/** Every kind of act by what it is done to, in the order in which people look for them; last those of other nouns. */
export function actGroups(): { name: string; acts: string[] }[] {
  const left = new Set(Object.values(actNames).flat());
  const taken = (name: string, wanted: (action: string) => boolean) => {
    const acts = [...left].filter(wanted);
    for (const action of acts) left.delete(action);
    return { name, acts };
  };
  const named = groupNames.map(([name, start]) => taken(name, (action) => start.test(action)));
  const others = Object.entries(actNames).map(([name, acts]) =>
    taken(actName(name), (action) => acts.includes(action)),
  );
  return [...named, ...others].filter((group) => group.acts.length > 0);
}
