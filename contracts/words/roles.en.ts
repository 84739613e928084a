import { defineWords } from './define.ts';

/** What each role is called. */
export const roleWords = defineWords('roles', {
  account_owner: 'Account Owner',
  app_owner: 'App Owner',
  story_creator: 'Story Creator',
  brodcaster: 'Broadcaster',
});
