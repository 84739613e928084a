import type { AccountTables } from './account.ts';
import type { AppTables } from './app.ts';
import type { InstanceOrderTables } from './instance-order.ts';
import type { StoryGroupTables } from './story-group.ts';
import type { UserTables } from './user.ts';

/** Tables of the catalog that are read beside those of other nouns: current state, one row a thing. */
export type CatalogTables = AccountTables & UserTables & AppTables & StoryGroupTables & InstanceOrderTables;
