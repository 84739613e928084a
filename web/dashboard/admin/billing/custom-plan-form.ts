import { z } from 'zod';
import { type CustomPlan, featureNames, plans, shareOf } from '#contracts/api/plans.ts';
import { customPlan } from '#contracts/subscription/terms.ts';
import { typedAs } from '../../kit/forms/rules.ts';
import { readDollars, readWhole, writeDollars } from './typed-money.ts';

/** A plan of an account's own as it is typed: numbers as texts, without a price for viewers above the limit where it costs nothing. */
export interface TypedPlan extends Record<'nickname' | 'amount' | 'mau_limit' | 'mau_exceed_price', string> {
  seats: string;
  story_limit: string;
  features: CustomPlan['features'][number][];
}

const readPrice = (typed: string): number | null => (typed.trim() === '' ? null : readWhole(typed));
const { shape } = customPlan;

/** The rules of a typed plan, which make the plan of it. */
export const typedPlan = z
  .object({
    nickname: typedAs(shape.nickname),
    amount: typedAs(shape.amount, readDollars),
    mau_limit: typedAs(shape.mau_limit, readWhole),
    mau_exceed_price: typedAs(shape.mau_exceed_price, readPrice),
    seats: typedAs(shape.seats, readWhole),
    story_limit: typedAs(shape.story_limit, readWhole),
    features: shape.features,
  })
  .transform(
    (typed): CustomPlan => ({
      nickname: typed.nickname.trim(),
      amount: readDollars(typed.amount),
      mau_limit: readWhole(typed.mau_limit),
      mau_exceed_price: readPrice(typed.mau_exceed_price),
      seats: readWhole(typed.seats),
      story_limit: readWhole(typed.story_limit),
      features: featureNames.filter((name) => typed.features.includes(name)),
    }),
  );

/** What the form begins with: the plan that the account has, or what the largest plan of the list includes. */
export function planAsTyped(plan: CustomPlan | null): TypedPlan {
  const share = plan ?? shareOf(plans.at(-1)!.id, null);
  return {
    nickname: plan?.nickname ?? '',
    amount: plan ? writeDollars(plan.amount) : '',
    mau_limit: String(share.mau_limit),
    mau_exceed_price: share.mau_exceed_price === null ? '' : String(share.mau_exceed_price),
    seats: String(share.seats),
    story_limit: String(share.story_limit),
    features: [...share.features],
  };
}
