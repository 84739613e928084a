import type { JSONColumnType } from 'kysely';
import type { Profile, TestDevice } from '#contracts/account.ts';
import type { StoredMedia } from '#contracts/media.ts';
import type { Features } from '#contracts/plans.ts';
import type { Permissions } from '#contracts/roles.ts';
import type { GroupSettings } from '#contracts/story-group.ts';

type Json<T extends object> = JSONColumnType<T, string, string>;

/** The catalog's tables: current state, one row a thing; see tables.sql. */
export type CatalogTables = {
  account: {
    id: string;
    name: string;
    country: string | null;
    employee_size: string | null;
    time_zone: string;
    trial_ends: number;
    manual_features: Json<Features>;
    test_devices: Json<TestDevice[]>;
    profile: Json<Profile>;
    ts_created: number;
    ts_updated: number;
    version: number;
  };
  member: {
    id: string;
    account_id: string;
    phase: 'invited' | 'member' | 'cancelled';
    email_ref: string | null;
    pending_email_ref: string | null;
    firstname_ref: string | null;
    lastname_ref: string | null;
    verified: boolean;
    is_mobile: boolean;
    permissions: Json<Permissions>;
    ts_registration: number;
    ts_verification: number | null;
    ts_updated: number;
    version: number;
  };
  app: {
    id: string;
    account_id: string;
    title: string;
    store_type: 'ios' | 'android' | 'web';
    store_id: string | null;
    website_url: string | null;
    icon: string | null;
    deleted: boolean;
    ts_created: number;
    ts_updated: number;
    version: number;
  };
  instance: {
    id: string;
    app_id: string;
    account_id: string;
    title: string;
    token: string;
    is_default: boolean;
    position: number;
    deleted: boolean;
  };
  instance_order: { instance_id: string; pinned: string[]; unpinned: string[] };
  story_group: {
    id: string;
    account_id: string;
    app_id: string;
    instance_id: string;
    user_id: string | null;
    type: string;
    status: number;
    title: string;
    icon: string;
    ts_start: number;
    ts_end: number | null;
    segments: Json<string[][]>;
    target_cap: number | null;
    click_target_cap: number | null;
    cta_macro: string | null;
    settings: Json<GroupSettings>;
    story_count: number;
    ts_created: number;
    ts_updated: number;
    version: number;
  };
  story: {
    id: string;
    story_group_id: string;
    account_id: string;
    app_id: string;
    instance_id: string;
    user_id: string | null;
    title: string;
    type: number;
    status: number;
    media: Json<StoredMedia>;
    thumbnail_key: string | null;
    button_text: string;
    outlink: string;
    deep_link: string;
    ts_start: number | null;
    ts_end: number | null;
    position: number;
    ts_created: number;
    ts_updated: number;
  };
};
