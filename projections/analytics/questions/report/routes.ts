import { z } from 'zod';
import { reportQuery } from '#contracts/stats/report.ts';
import type { Routes } from '#kernel/http/types.ts';
import { sendReport } from './send.ts';

/** GET /report: figures of groups or stories, or answers to components with who gave them, as a CSV file. */
export const reportRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/report',
    config: { policy: { caller: 'user', act: 'stats.view', scope: 'stats' } },
    schema: {
      summary: 'Download a report as CSV',
      description:
        'story_groups and stories have one row per group or story, with its statistics, which are empty where all days are before the first that can have any. Skips, shares and completions are left out where all apps are web sites; otherwise their cells are empty for web sites. reaction, quiz, poll and rating have one row per answer (ts, viewer, story_group_id, story_id, component_id, answer), by story and time; of quiz and poll also answer_text, the words of the chosen option when the answer was given. viewer is empty without consent, and erased if the name was erased. The last line of each says which days it is of and when it was counted.',
      tags: ['Analytics'],
      querystring: reportQuery,
      response: { 200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } } },
    },
    handler: async (request, reply) => sendReport(kernel, request, request.query, reply),
  });
};
