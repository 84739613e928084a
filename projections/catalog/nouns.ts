import type { NounName } from '#contracts/nouns.ts';
import { type AccountTables, writeAccount } from './account.ts';
import { type AppTables, writeApp } from './app.ts';
import { type InstanceOrderTables, writeInstanceOrder } from './instance-order.ts';
import type { CatalogWriter } from './noun.ts';
import { type StoryGroupTables, writeStoryGroup } from './story-group.ts';
import { writeSubscription } from './subscription.ts';
import { type UserTables, writeUser } from './user.ts';

/** The nouns whose current state the catalog has, with what writes it; their DDL lies in `tables/`. */
export const catalogNouns: { [Name in NounName]?: CatalogWriter<Name> } = {
  account: writeAccount,
  user: writeUser,
  app: writeApp,
  storyGroup: writeStoryGroup,
  instanceOrder: writeInstanceOrder,
  subscription: writeSubscription,
};

/** The catalog's tables: current state, one row a thing. */
export type CatalogTables = AccountTables & UserTables & AppTables & StoryGroupTables & InstanceOrderTables;
