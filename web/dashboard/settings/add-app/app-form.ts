import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { Profile } from '#contracts/account/events.ts';
import { isRefusedProfile } from '#contracts/account/refused-profile.ts';
import type { FoundApp } from '#contracts/api/store.ts';
import { type MobileStore, type StoreQuestion, storeQuestion } from '#contracts/api/store-question.ts';
import { addApp } from '#contracts/app/commands.ts';
import { compared } from '../../kit/forms/rules.ts';

/** What the dialog that adds an app asks for. */
export interface AppForm {
  kind: 'mobile' | 'web';
  live: boolean;
  store: MobileStore;
  /** An id; where the app is live also its name or a link to it. */
  storeId: string;
  website: string;
  title: string;
}

/** The empty form. */
export const emptyAppForm: AppForm = { kind: 'mobile', live: false, store: 'ios', storeId: '', website: '', title: '' };

/** The form as the answers of the registration fill it, so that nobody is asked twice. */
export function answeredAppForm({ store_type, app_id, is_the_app_live_in_store: live }: Profile): AppForm {
  const typed = app_id?.trim();
  if (!typed) return emptyAppForm;
  if (store_type === 'web') return { ...emptyAppForm, kind: 'web', website: typed };
  if (store_type !== 'ios' && store_type !== 'android') return emptyAppForm;
  return { ...emptyAppForm, live: live === true || live === 'yes', store: store_type, storeId: storeIdOf(typed) };
}

/** What a store is asked, and which one: the one that the text is for, else the chosen one. */
export type Asking = StoreQuestion & { store_type: MobileStore };

/** A store id as stores write it: a bare number gets the prefix 'id', a link gives way to the id in it. */
export function storeIdOf(text: string): string {
  const question = storeQuestion(text);
  return question && 'store_id' in question ? question.store_id : text.trim();
}

/** What the form asks of a store; null while it asks nothing. */
export function askingOf(form: AppForm): Asking | null {
  if (form.kind !== 'mobile' || !form.live) return null;
  const question = storeQuestion(form.storeId);
  if (!question) return null;
  const named = 'store_type' in question ? question.store_type : null;
  return { ...question, store_type: named ?? form.store };
}

/** Whether an app or site belongs to one of the well-known companies that are refused. */
export function isRefused(form: AppForm): boolean {
  const web = form.kind === 'web';
  return isRefusedProfile(web ? { store_type: 'web', app_id: form.website } : { app_id: form.storeId });
}

/** Whether the form names something that can be added; an app in a store must have been found there. */
export function isComplete(form: AppForm, found: FoundApp | null): boolean {
  if (form.kind === 'web') return form.website.trim() !== '';
  return form.live ? found !== null : form.storeId.trim() !== '';
}

/** The form of someone who goes on without the store: an id stays an id, all else is the name. */
export function withoutStore(form: AppForm): AppForm {
  const question = storeQuestion(form.storeId);
  if (!question) return { ...form, live: false };
  if ('app_name' in question) return { ...form, live: false, title: question.app_name, storeId: '' };
  return { ...form, live: false, storeId: question.store_id, store: question.store_type ?? form.store };
}

/** The request that adds the app. */
export function requestOf(form: AppForm, found: FoundApp | null): Record<string, unknown> {
  const title = form.title.trim() ? { title: form.title.trim() } : {};
  if (form.kind === 'web') return { website_url: form.website.trim(), ...title };
  if (form.live && found) return { store_id: found.store_id, store_type: found.store_type };
  return { store_id: storeIdOf(form.storeId), store_type: form.store, is_live: false, ...title };
}

const fieldAt: Readonly<Record<string, keyof AppForm>> = {
  store_id: 'storeId',
  website_url: 'website',
  title: 'title',
};

/** Messages by the fields of the request, by those of the form. */
export const byFormField = (messages: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([path, message]) => [fieldAt[path] ?? path, message]));

/** What checks the form: the server's rules of what it asks for. An app that is live is found in its store first. */
export const appFormRules: Resolver<AppForm> = zodResolver(
  compared<AppForm, AppForm>(z.custom<AppForm>(), (form, mark) => {
    if (form.kind === 'mobile' && form.live) return;
    const [mobile, web] = addApp.options;
    const { error } = (form.kind === 'web' ? web : mobile).safeParse(requestOf(form, null));
    for (const { path, message } of error?.issues ?? []) mark(fieldAt[String(path[0])] ?? 'title', message);
  }),
);
