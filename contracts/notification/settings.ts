import { z } from 'zod';
import { type Digest, digests, type NotificationTypeName, notificationTypeNames } from './types.ts';

const byType = <Value extends z.ZodType>(value: Value) =>
  z.strictObject(
    Object.fromEntries(notificationTypeNames.map((name) => [name, value])) as Record<NotificationTypeName, Value>,
  );

/** What somebody is told of and how, as PATCH /user takes it: what is left out stays. */
export const notificationPatch = z.strictObject({
  /** Emails about what is unread: every day or every Monday, at 8 in the account's time zone. */
  digest: z.enum(digests).optional(),
  /** By type: whether the person is told. */
  notifications: byType(z.boolean().optional()).optional(),
});
export type NotificationPatch = z.infer<typeof notificationPatch>;

/** The same as GET /user answers it, whole. */
export const notificationSettings = z.object({ digest: z.enum(digests), notifications: byType(z.boolean()) });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** How a user's state and the catalog hold it: what differs from being told of everything without a digest. */
export const notificationChoice = z.object({
  digest: z.enum(digests).optional(),
  muted: z.array(z.enum(notificationTypeNames)).optional(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

/** A choice as a user's state has it. */
export interface HeldChoice extends NotificationChoice {
  /** What the digest was before it was turned off. */
  last_digest?: Digest;
}

/** A choice with a patch over it. */
export const patchedChoice = (
  { digest = 'none', muted = [] }: NotificationChoice,
  patch: NotificationPatch,
): Required<NotificationChoice> => ({
  digest: patch.digest ?? digest,
  muted: notificationTypeNames.filter((name) => !(patch.notifications?.[name] ?? !muted.includes(name))),
});

/** A choice as GET /user answers it. */
export const settingsOf = ({ digest = 'none', muted = [] }: NotificationChoice): NotificationSettings => ({
  digest,
  notifications: Object.fromEntries(notificationTypeNames.map((name) => [name, !muted.includes(name)])) as Record<
    NotificationTypeName,
    boolean
  >,
});
