import { z } from 'zod';
import { accessEvents } from '../access/events.ts';
import { securityEvents } from '../security/events.ts';

/** Event types of signing in and out. */
export const signInEvents: readonly string[] = Object.keys(securityEvents);

/** Event types that changed nothing: data was read or taken away. */
const readEvents: readonly string[] = Object.keys(accessEvents);

/** What rows of the audit are asked for by kind: what was changed, or who signed in and out. Without one all of them are found. */
export const auditKind = z.enum(['changes', 'sign_ins']);
export type AuditKind = z.infer<typeof auditKind>;

/** Event types that are no changes. */
export const quietEvents: readonly string[] = [...signInEvents, ...readEvents];
