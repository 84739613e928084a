import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds } from '#contracts/time.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { handleCancel, handleSubscribe, previewSubscribe } from '../commands.ts';
import { couponOf } from '../coupon.ts';
import { handleAddMethod, handleAttachMethod, handleDefaultMethod, handleRemoveMethod } from '../methods.ts';
import { handlePayer } from '../payer.ts';
import { findPromo } from '../promo.ts';
import type { PaymentProvider } from '../provider.ts';

/** Refuses what only a payment provider of its own can do. */
const notHere = async (): Promise<never> => {
  throw new Refusal('NotFound');
};

/** Takes test cards and no money; also what answers where nobody takes money, by refusing. */
export const localProvider: PaymentProvider = {
  subscribe: (kernel, { principal, context }, body) =>
    runCommand(kernel, context, (trx) => handleSubscribe(trx, principal, body)),
  preview: (kernel, { principal, context }, body) =>
    runCommand(kernel, { ...context, idempotency: null }, (trx) => previewSubscribe(trx, principal, body)),
  cancel: (kernel, { principal, context }) => runCommand(kernel, context, (trx) => handleCancel(trx, principal)),
  beginCard: (kernel, { principal, context }, return_url) =>
    runCommand(kernel, context, (trx) => handleAddMethod(trx, principal, return_url)),
  attachCard: (kernel, { principal, context }, sessionId) =>
    runCommand(kernel, context, (trx) => handleAttachMethod(trx, principal, sessionId)),
  chooseCard: (kernel, { principal, context }, methodId) =>
    runCommand(kernel, context, (trx) => handleDefaultMethod(trx, principal, methodId)),
  removeCard: (kernel, { principal, context }, methodId) =>
    runCommand(kernel, context, (trx) => handleRemoveMethod(trx, principal, methodId)),
  describePayer: (kernel, { principal, context }, patch, card) =>
    runCommand(kernel, context, (trx) => handlePayer(trx, principal, patch, { card })),
  lookUpCode: async ({ db, now }, code) => couponOf(await findPromo(db.pool, code, toSeconds(now()))),
  openPortal: notHere,
  invoicePdf: notHere,
  invoicePage: notHere,
  confirmPayment: notHere,
  confirmedPayment: notHere,
};
