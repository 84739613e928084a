import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { nextPath } from '../../auth/next-path.ts';
import { currentSearch } from '../../shell/current-search.ts';

/** The longest address that the page of a card leads back to. */
const longestReturn = 300;

/** What stands in the address of somebody who comes back from their bank: ours, and what Stripe adds to it. */
const confirmation = ['confirmed', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** What the address of the payment settings says: the open step of the plan modal, and why and from where one came. */
export interface PaymentAddress {
  /** 'list', or the id of a plan; null while the modal is closed. */
  step: string | null;
  feature: string | null;
  promo: string | null;
  /** The card session that one comes back from. */
  card: string | null;
  /** The invoice whose payment one comes back from confirming. */
  confirmed: string | null;
  open: (step: string) => void;
  /** Closes the modal. */
  close: () => void;
  setPromo: (code: string | null) => void;
  forgetCard: () => void;
  forgetConfirmed: () => void;
  /** After a change of plan: back to where one was, else the modal closes. */
  finish: () => void;
  /** Where a card's page leads back to: here, with the modal as it is. */
  returnPath: string;
}

const stepIn = (state: unknown): string | null => {
  const { openPlanModal } = (state ?? {}) as { openPlanModal?: unknown };
  if (typeof openPlanModal === 'string') return openPlanModal;
  return openPlanModal ? 'list' : null;
};

/** Reads and changes the address of the payment settings. The modal also opens by `openPlanModal` in the router's state. */
export function usePaymentAddress(): PaymentAddress {
  const [search, setSearch] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Record<string, string | null>, replace = false) =>
      setSearch(
        () => {
          const next = currentSearch();
          for (const [name, value] of Object.entries(changes)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  const from = search.get('from');
  const step = search.get('openPlanModal') ?? stepIn(state);
  const returning = new URLSearchParams(search);
  for (const name of ['card', ...confirmation]) returning.delete(name);
  if (step) returning.set('openPlanModal', step);
  const withQuery = () => `${pathname}${returning.size > 0 ? `?${returning}` : ''}`;
  if (withQuery().length > longestReturn) returning.delete('from');
  return {
    step,
    feature: search.get('feature'),
    promo: search.get('promo'),
    card: search.get('card'),
    confirmed: search.get('confirmed'),
    open: (next) => change({ openPlanModal: next }),
    close: () => change({ openPlanModal: null, feature: null, promo: null }),
    setPromo: (promo) => change({ promo, ...(step && { openPlanModal: step }) }, true),
    forgetCard: () => change({ card: null }, true),
    forgetConfirmed: () => change(Object.fromEntries(confirmation.map((name) => [name, null])), true),
    finish: () => {
      if (from) navigate(nextPath(from), { replace: true });
      else change({ openPlanModal: null, feature: null, promo: null, from: null }, true);
    },
    returnPath: withQuery(),
  };
}
