import type { DataProvider, GetListParams } from 'ra-core';
import { reportCommands } from '../../analytics/report/report-commands.ts';
import { storyGroupCommands } from '../../content/story-group-commands.ts';
import { storyGroupLists } from '../../content/story-group-queries.ts';
import { storyCommands } from '../../group/stories/story-commands.ts';
import { notificationCommands } from '../../notifications/notification-commands.ts';
import { accountCommands } from '../../settings/account-commands.ts';
import { appCommands } from '../../settings/apps/app-commands.ts';
import { paymentCommands } from '../../settings/payment/payment-commands.ts';
import { settingsLists } from '../../settings/settings-lists.ts';
import { teamCommands } from '../../settings/team/team-commands.ts';
import { factorCommands } from '../../settings/user/factors/factor-commands.ts';
import { userCommands } from '../../settings/user/user-commands.ts';
import type { ReadList } from '../lists.ts';
import { sessionLists } from './session-queries.ts';

const acts = {
  ...storyGroupCommands,
  ...storyCommands,
  ...appCommands,
  ...accountCommands,
  ...userCommands,
  ...factorCommands,
  ...teamCommands,
  ...paymentCommands,
  ...notificationCommands,
  ...reportCommands,
};
const lists = { ...sessionLists, ...storyGroupLists, ...settingsLists };

/** Everything that a person does with the product, one method per verb. */
export type Product = typeof acts;

type Lists = typeof lists;
/** The lists of the customers' pages: react-admin's resources. */
export type CustomerListName = keyof Lists & string;
/** What the rows of a list are chosen by. */
export type FilterOf<Name extends CustomerListName> = Parameters<Lists[Name]>[0]['filter'];
/** A row of a list. */
export type RowOf<Name extends CustomerListName> = Awaited<ReturnType<Lists[Name]>>['data'][number];

const getList = async (name: string, { filter, pagination, signal }: GetListParams & { signal?: AbortSignal }) => {
  if (!(name in lists)) throw new Error(`There is no list named ${name}.`);
  // biome-ignore lint/suspicious/noExplicitAny: react-admin gives the name of a list and its filter without their types.
  return (lists[name as CustomerListName] as ReadList<any, any>)({ filter, pagination, signal });
};

/**
 * The data provider of the customers' pages: their lists, and a method for each act. React-admin's type asks for eight more
 * general methods: nobody calls them here.
 */
export const dataProvider = { supportAbortSignal: true, getList, ...acts } as unknown as DataProvider & Product;
