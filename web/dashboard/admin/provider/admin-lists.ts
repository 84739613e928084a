import type { Message } from '#contracts/words/define.ts';
import type { StaffList } from '../../shell/session/access.ts';
import { adminWords } from '../../words/admin.en.ts';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { sdkReleaseWords } from '../../words/sdk-releases.en.ts';

type Counted = Message<string, `{count, plural,${string}`>;

/** What a list of the admin area is read from and how it is spoken of. */
interface AdminListFacts {
  /** Its route below /api. */
  route: string;
  /** What its rows are, in the plural: it names the list and its table. */
  rows: Message;
  /** How many rows there are. */
  counted: Counted;
  /** That so many rows were saved, where there is a file of them. */
  saved?: Counted;
}

/** The lists of the admin area, named like their addresses. */
export const adminLists = {
  users: {
    route: 'admin/user',
    rows: adminWords.listOfUsers,
    counted: adminWords.userCount,
    saved: adminWords.usersSavedAsCsv,
  },
  accounts: {
    route: 'admin/account',
    rows: adminWords.listOfAccounts,
    counted: adminWords.accountCount,
    saved: adminWords.accountsSavedAsCsv,
  },
  'promo-codes': {
    route: 'admin/promo_code',
    rows: promoCodeWords.rows,
    counted: promoCodeWords.count,
    saved: promoCodeWords.savedAsCsv,
  },
  'sdk-releases': {
    route: 'admin/sdk_release',
    rows: sdkReleaseWords.rows,
    counted: sdkReleaseWords.count,
  },
} as const satisfies Record<StaffList, AdminListFacts>;

/** A list of the admin area. */
export type AdminResource = keyof typeof adminLists;

/** A list of which there is a file. */
export type ExportedList = Exclude<AdminResource, 'sdk-releases'>;
