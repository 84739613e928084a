import { type PlanId, plans } from '../api/plans.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { subscriptionAuditWords } from '../words/subscription-audit.en.ts';
import type { subscriptionEvents } from './events.ts';
import type { SubscriptionState } from './state.ts';

const planLabel = (id: PlanId | null): string | Phrase => {
  const plan = plans.find((one) => one.id === id);
  return plan ? fill(subscriptionAuditWords.plan, { name: plan.nickname }) : '';
};

const fieldsOf = ({ plan, provider }: SubscriptionState): AuditFields => ({ plan: planLabel(plan), billing: provider });

/** How the audit tells of subscriptions. */
export const subscriptionAudit: NounAudit<typeof subscriptionEvents, SubscriptionState> = {
  sentences: {
    SubscriptionStarted: ({ data }) => fill(subscriptionAuditWords.started, { plan: planLabel(data.plan) }),
    PlanUpgraded: ({ data }) => fill(subscriptionAuditWords.upgraded, { plan: planLabel(data.plan) }),
  },
  changes: (_event, before, after) => differences(before.plan ? fieldsOf(before) : null, fieldsOf(after)),
  subjectTypes: ['account'],
  subject: ({ meta }, _before, after) => ({
    type: 'account',
    id: streamId(meta.stream),
    title: planLabel(after.plan),
    parent_id: null,
  }),
};
