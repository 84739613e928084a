import { z } from 'zod';
import { id } from './ids.ts';
import { type Permissions, roles } from './roles.ts';

/** A role as the wire spells it. */
export const role = z.enum(roles);

/** What a person may be, with at most 1,000 apps a role. */
export const permissions: z.ZodType<Permissions, Permissions> = z.partialRecord(role, z.array(id).max(1000));
