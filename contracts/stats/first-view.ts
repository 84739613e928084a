import { z } from 'zod';

/** GET /analytics/first_view: whether an app has ever shown a story of the account to a viewer. */
export const firstStoryView = z.object({ seen: z.boolean() });
export type FirstView = z.infer<typeof firstStoryView>;
