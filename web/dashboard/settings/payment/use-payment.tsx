import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { ApiError, errorText } from '../../api/error.ts';
import { usePackageOffered } from '../../home/use-package.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import type { ChosenPlan } from './payment-commands.ts';
import { paymentChanges, planListQuery } from './payment-queries.ts';
import { chosenCard, useAddCard, useChooseCard, usePortal, useRemoveCard, useReturnedCard } from './use-cards.tsx';
import { useConfirmPayment, useReturnedConfirmation } from './use-confirm.tsx';
import { type PaymentAddress, usePaymentAddress } from './use-payment-address.ts';
import { type Proven, useProven } from './use-proven.tsx';

type Answered = { message: string | null };

/** What the payment settings do, and what stands in their address. */
export interface Payment {
  address: PaymentAddress;
  /** Changes the plan, in the modal. */
  update: Proven<ChosenPlan>;
  /** Why the last change of the plan was refused. */
  refused: { plan_id: string; reason: string } | null;
  forgetRefused: () => void;
  /** Takes a cancellation or a lower plan back, and pays what is open: by the plan that the account has. */
  goOn: Proven<ChosenPlan>;
  askToCancel: () => void;
  addCard: Proven<string>;
  chooseCard: Proven<string>;
  removeCard: Pick<ReturnType<typeof useRemoveCard>, 'ask' | 'busy'>;
  portal: Proven<void>;
  /** Leads to where the payment of an invoice is confirmed. */
  confirm: Proven<string>;
  /** A plan is chosen that cannot be paid for without a card. */
  needsCard: boolean;
  cardsOpen: boolean;
  openCards: (open: boolean) => void;
  dialogs: ReactNode;
}

const isCardMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'CardRequired';

/** How long a canceled plan runs: through its period, or the next one after an upgrade. */
const runsUntil = ({ subscription }: PaymentCustomer): string =>
  subscription ? dateIn('UTC', Math.max(subscription.current_period_end, subscription.kept_until ?? 0)) : '';

/** Everything that the payment settings do. */
export function usePayment(customer: PaymentCustomer): Payment {
  const address = usePaymentAddress();
  usePackageOffered(address.step);
  const { data: plans = [] } = useQuery(planListQuery);
  const [refused, setRefused] = useState<Payment['refused']>(null);
  const [canceling, setCanceling] = useState(false);
  const [cardsOpen, openCards] = useState(false);
  const changing = { title: t(paymentWords.changePlan), submit: t(paymentWords.update) };
  const update = useProven<ChosenPlan, Answered>(
    {
      on: 'payment',
      send: (product, chosen, key) => product.choosePlan(chosen, key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onRefused: (_, error, { plan_id }) => {
        setRefused({ plan_id, reason: errorText(error) ?? '' });
        return true;
      },
      onDone: () => {
        setRefused(null);
        address.finish();
      },
    },
    changing,
  );
  const goOn = useProven<ChosenPlan, Answered>(
    {
      on: 'payment',
      send: (product, chosen, key) => product.choosePlan(chosen, key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onRefused: (_, error) => {
        if (isCardMissing(error)) openCards(true);
        return false;
      },
    },
    changing,
  );
  const cancel = useProven<void, Answered>(
    {
      on: 'payment',
      send: (product, _, key) => product.cancelPlan(key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onDone: address.close,
    },
    { title: t(paymentWords.cancelPlan), submit: t(paymentWords.cancelPlan) },
  );
  const addCard = useAddCard(customer);
  const chooseCard = useChooseCard(() => openCards(false));
  const removeCard = useRemoveCard();
  const returned = useReturnedCard(address);
  const portal = usePortal();
  const confirm = useConfirmPayment();
  useReturnedConfirmation(address);
  const chosen = plans.find(({ id }) => id === address.step);
  const isPaid = chosen !== undefined && chosen.amount > 0 && chosen.id !== 'enterprise';
  const canBuy = customer.billing !== 'off' && customer.subscription?.plan.id !== 'custom';
  const needsCard = canBuy && isPaid && !address.card && !chosenCard(customer);
  return {
    address,
    update,
    refused,
    forgetRefused: () => setRefused(null),
    goOn,
    askToCancel: () => setCanceling(true),
    addCard,
    chooseCard,
    removeCard,
    portal,
    confirm,
    needsCard,
    cardsOpen,
    openCards,
    dialogs: (
      <>
        <ConfirmDialog
          open={canceling}
          text={t(paymentWords.cancelQuestion)}
          more={t(paymentWords.cancelMore, { day: runsUntil(customer) })}
          confirmLabel={t(paymentWords.cancelPlan)}
          cancelLabel={t(paymentWords.keepPlan)}
          onConfirm={async () => {
            await cancel.run();
            setCanceling(false);
          }}
          onClose={() => setCanceling(false)}
        />
        {update.dialog}
        {goOn.dialog}
        {cancel.dialog}
        {addCard.dialog}
        {chooseCard.dialog}
        {removeCard.dialog}
        {returned.dialog}
        {portal.dialog}
        {confirm.dialog}
      </>
    ),
  };
}
