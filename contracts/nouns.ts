import { accessAudit } from './access/audit.ts';
import { accessEvents } from './access/events.ts';
import { accountAudit } from './account/audit.ts';
import { accountEvents } from './account/events.ts';
import { evolveAccount, initialAccount } from './account/state.ts';
import { appAudit } from './app/audit.ts';
import { appEvents } from './app/events.ts';
import { evolveApp, initialApp } from './app/state.ts';
import { instanceOrderAudit } from './instance-order/audit.ts';
import { instanceOrderEvents } from './instance-order/events.ts';
import { defineNoun } from './noun.ts';
import { operationAudit } from './operation/audit.ts';
import { operationEvents } from './operation/events.ts';
import { reportAudit } from './report/audit.ts';
import { reportEvents } from './report/events.ts';
import { evolveReport, initialReport } from './report/state.ts';
import { securityAudit } from './security/audit.ts';
import { securityEvents } from './security/events.ts';
import { storyGroupAudit } from './story-group/audit.ts';
import { storyGroupEvents } from './story-group/events.ts';
import { evolveStoryGroup, initialStoryGroup } from './story-group/state.ts';
import { storyGroupUpcasters } from './story-group/upcasters.ts';
import { subscriptionAudit } from './subscription/audit.ts';
import { subscriptionEvents } from './subscription/events.ts';
import { evolveSubscription, initialSubscription } from './subscription/state.ts';
import { templateAudit } from './template/audit.ts';
import { templateEvents } from './template/events.ts';
import { evolveTemplate, initialTemplate } from './template/state.ts';
import { userAudit } from './user/audit.ts';
import { userEvents } from './user/events.ts';
import { evolveUser, initialUser } from './user/state.ts';

/**
 * Every noun, by the name that its streams begin with. The union of events, the folds, the audit, its filters and the
 * search of the admin area derive from this list; `ops/start/nouns.ts` wires each to what writes its state and to its routes.
 */
export const nouns = {
  account: defineNoun({
    events: accountEvents,
    streams: 'by_id',
    fold: { stateVersion: 2, initial: initialAccount, evolve: evolveAccount },
    audit: accountAudit,
    accountIn: (id) => id,
  }),
  user: defineNoun({
    events: userEvents,
    streams: 'by_id',
    fold: { stateVersion: 2, initial: initialUser, evolve: evolveUser },
    audit: userAudit,
  }),
  app: defineNoun({
    events: appEvents,
    streams: 'by_id',
    fold: { stateVersion: 1, initial: initialApp, evolve: evolveApp },
    audit: appAudit,
  }),
  storyGroup: defineNoun({
    events: storyGroupEvents,
    streams: 'by_id',
    fold: { stateVersion: 2, initial: initialStoryGroup, evolve: evolveStoryGroup },
    audit: storyGroupAudit,
    upcasters: storyGroupUpcasters,
  }),
  instanceOrder: defineNoun({
    events: instanceOrderEvents,
    streams: 'by_id',
    fold: null,
    audit: instanceOrderAudit,
  }),
  security: defineNoun({
    events: securityEvents,
    streams: 'monthly',
    fold: null,
    audit: securityAudit,
    accountIn: (id) => /^[0-9a-f-]{36}/.exec(id)?.[0] ?? null,
  }),
  operation: defineNoun({ events: operationEvents, streams: 'monthly', fold: null, audit: operationAudit }),
  access: defineNoun({ events: accessEvents, streams: 'monthly', fold: null, audit: accessAudit }),
  subscription: defineNoun({
    events: subscriptionEvents,
    streams: 'by_id',
    fold: { stateVersion: 4, initial: initialSubscription, evolve: evolveSubscription },
    audit: subscriptionAudit,
    accountIn: (id) => id,
  }),
  report: defineNoun({
    events: reportEvents,
    streams: 'by_id',
    fold: { stateVersion: 1, initial: initialReport, evolve: evolveReport },
    audit: reportAudit,
  }),
  template: defineNoun({
    events: templateEvents,
    streams: 'by_id',
    fold: { stateVersion: 1, initial: initialTemplate, evolve: evolveTemplate },
    audit: templateAudit,
  }),
} as const;

export type NounName = keyof typeof nouns;
/** Nouns whose streams are an account's facts of a month. */
export type MonthlyNoun = {
  [Name in NounName]: (typeof nouns)[Name]['streams'] extends 'monthly' ? Name : never;
}[NounName];
/** The state that the streams of a noun fold to. */
export type StateOf<Name extends NounName> =
  NonNullable<(typeof nouns)[Name]['fold']> extends {
    initial(id: string): infer State;
  }
    ? State
    : null;
