import type { DataProvider } from 'ra-core';
import { storyGroupCommands } from '../content/story-group-commands.ts';
import { storyCommands } from '../group/stories/story-commands.ts';
import { accountCommands } from '../settings/account-commands.ts';
import { appCommands } from '../settings/apps/app-commands.ts';

const acts = { ...storyGroupCommands, ...storyCommands, ...appCommands, ...accountCommands };

/** Everything that a person does with the product, one method per verb. */
export type Product = typeof acts;

/** The data provider of the customers' pages. React-admin's type asks for nine general methods: nobody calls them here. */
export const dataProvider = acts as DataProvider & Product;
