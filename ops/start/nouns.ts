import type { NounName } from '#contracts/nouns.ts';
import type { InlineProjections } from '#kernel/commands/facts.ts';
import type { Routes } from '#kernel/http/types.ts';
import { writeAccount } from '#projections/catalog/account.ts';
import { writeApp } from '#projections/catalog/app.ts';
import { writeInstanceOrder } from '#projections/catalog/instance-order.ts';
import type { CatalogWriter } from '#projections/catalog/noun.ts';
import { writeReport } from '#projections/catalog/report.ts';
import { writeStoryGroup } from '#projections/catalog/story-group.ts';
import { writeSubscription } from '#projections/catalog/subscription.ts';
import { writeTemplate } from '#projections/catalog/template.ts';
import { writeUser } from '#projections/catalog/user.ts';

/** Where a noun is wired. */
export interface WiredNoun<Name extends NounName> {
  /** What writes its current state, as part of each append; null for facts, which have none. */
  catalog: CatalogWriter<Name> | null;
  /** Loads its routes; only a process that answers them does. */
  routes?(): Promise<readonly Routes[]>;
}

/** Every noun of `contracts/nouns.ts` with what writes its state and what answers its callers. */
export const wiredNouns: { readonly [Name in NounName]: WiredNoun<Name> } = {
  user: {
    catalog: writeUser,
    routes: async () => [
      (await import('#services/identity/routes.ts')).identityRoutes,
      (await import('#services/team/routes.ts')).teamRoutes,
    ],
  },
  account: {
    catalog: writeAccount,
    routes: async () => [
      (await import('#services/account/routes.ts')).accountRoutes,
      (await import('#services/account/brand-kit-routes.ts')).brandKitRoutes,
      (await import('#services/account/second-factor-routes.ts')).secondFactorRoutes,
      (await import('#services/account/referral-routes.ts')).referralRoutes,
    ],
  },
  app: {
    catalog: writeApp,
    routes: async () => [(await import('#services/app/routes.ts')).appRoutes],
  },
  storyGroup: {
    catalog: writeStoryGroup,
    routes: async () => [(await import('#services/story-group/routes.ts')).storyGroupRoutes],
  },
  instanceOrder: { catalog: writeInstanceOrder },
  security: { catalog: null },
  operation: { catalog: null },
  access: { catalog: null },
  subscription: {
    catalog: writeSubscription,
    routes: async () => [
      (await import('#services/billing/routes.ts')).billingRoutes,
      (await import('#services/billing/promo-routes.ts')).promoRoutes,
      (await import('#services/billing/staff-routes.ts')).staffBillingRoutes,
      (await import('#services/billing/deal/routes.ts')).dealRoutes,
      (await import('#services/billing/local/card-routes.ts')).cardPageRoutes,
      (await import('#services/billing/stripe/webhook-routes.ts')).stripeWebhookRoutes,
      (await import('#projections/catalog/subscription-routes.ts')).subscriptionReadRoutes,
      (await import('#projections/catalog/staff-billing-routes.ts')).staffBillingReadRoutes,
    ],
  },
  report: {
    catalog: writeReport,
    routes: async () => [
      (await import('#services/report/routes.ts')).reportScheduleRoutes,
      (await import('#services/report/link-routes.ts')).reportLinkRoutes,
      (await import('#projections/catalog/report-routes.ts')).reportListRoutes,
    ],
  },
  template: {
    catalog: writeTemplate,
    routes: async () => [
      (await import('#services/template/routes.ts')).templateRoutes,
      (await import('#projections/catalog/template-routes.ts')).templateListRoutes,
    ],
  },
};

/** What writes each noun's current state, as the kernel takes it: by noun, for the events of that noun alone. */
export const catalogWriters = Object.fromEntries(
  Object.entries(wiredNouns).map(([noun, { catalog }]) => [noun, catalog]),
) as unknown as InlineProjections;

/** The routes of every noun, in the order of the list. */
export const loadNounRoutes = async (): Promise<Routes[]> =>
  (await Promise.all(Object.values(wiredNouns).map((noun) => noun.routes?.() ?? []))).flat();
