import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import {
  AuthContext,
  type AuthProvider,
  type DataProvider,
  DataProviderContext,
  type Store,
  StoreContext,
} from 'ra-core';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { Test } from 'tap';
import { OpenMessages, type Tell } from '../auth/open-messages.ts';

/** What react-admin gives to a page. */
interface PageContext {
  dataProvider: object;
  authProvider?: AuthProvider;
  store?: Store;
  tell?: Tell;
  /** What was read before. */
  queries?: readonly (readonly [key: QueryKey, data: unknown])[];
}

/** Calls a hook on a page of its own; answers the queries of that page. */
export function callHook(t: Test, hook: () => unknown, context: PageContext): QueryClient {
  const client = new QueryClient();
  t.teardown(() => client.clear());
  for (const [key, data] of context.queries ?? []) client.setQueryData(key, data);
  const Page = () => {
    hook();
    return null;
  };
  const { dataProvider, authProvider, store, tell } = context;
  let page: ReactNode = createElement(Page);
  if (store) page = createElement(StoreContext.Provider, { value: store }, page);
  if (tell) page = createElement(OpenMessages.Provider, { value: tell }, page);
  page = createElement(AuthContext.Provider, { value: authProvider }, page);
  page = createElement(DataProviderContext.Provider, { value: dataProvider as DataProvider }, page);
  page = createElement(QueryClientProvider, { client }, page);
  renderToString(createElement(MemoryRouter, null, page));
  return client;
}
