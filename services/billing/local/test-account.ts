import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { keepTestCard } from './keep-card.ts';
import { type TestCard, testCards } from './test-cards.ts';

/** The calls of people who pay by the local provider. */
export const localPayments = (h: Harness) => {
  const api = (as: Person, method: string, path: string, body?: object) =>
    h.inject(method, `/api/payment${path}`, { as, ...(body && { body }) });
  return {
    api,
    customer: async (as: Person): Promise<PaymentCustomer> => (await api(as, 'GET', '/customer')).json().data,
    /** Adds a card on the provider's page: the one that works, unless told otherwise. */
    async useCard(as: Person, card: TestCard = testCards[0]) {
      const { id } = (await api(as, 'POST', '/method', {})).json().data;
      await keepTestCard(h.kernel, id, card);
      return api(as, 'POST', '/method/attach', { id });
    },
  };
};
