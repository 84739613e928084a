import { z } from 'zod';
import { addressedId, idQuery } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import * as contract from '#contracts/studio/draft.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleDiscardDraft, handleNewDraft, handleSaveDraft } from './commands.ts';
import { drawBackgrounds, handlePublish } from './publish.ts';
import { listDrafts, readDraft } from './read.ts';
import { matchRev } from './rows.ts';

const tags = ['Drafts'];
const draw = { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true } } as const;
const command = { ...draw, command: true } as const;

/** Drafts of stories beside what is published, and publishing them. */
export const draftRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story/draft',
    config: command,
    schema: {
      tags,
      summary: 'Start a new story as a draft',
      description:
        'Answers the ID that the story will have. With `from`, the draft is a copy of that story, whose components get new IDs. A group can have up to 100 drafts of new stories.',
      querystring: idQuery('story_group_id'),
      body: contract.newDraft.partial({ story_group_id: true }).nullish(),
      response: { 201: success(contract.madeDraft) },
    },
    handler: async (request, reply) => {
      const asked = { ...request.body, story_group_id: addressedId(request, 'story_group_id') };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => ({
        status: 201,
        data: await handleNewDraft(trx, principal, asked),
      }));
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'PUT',
    url: '/api/story/draft',
    config: command,
    schema: {
      tags,
      summary: 'Save a draft',
      description:
        'Replaces the draft. Send the `rev` that you saw in If-Match, in quotes, or "0" where there is no draft yet. If it has changed since, 412 brings the draft as `data`. A save keeps others out for two minutes: they get 409 `DraftHeld` with who is editing.',
      querystring: idQuery('story_id'),
      body: contract.saveDraft.partial({ story_id: true }),
      response: { 200: success(contract.savedDraft) },
    },
    handler: async (request, reply) => {
      const rev = matchRev(request.headers['if-match']);
      const asked = { ...request.body, story_id: addressedId(request, 'story_id') };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => ({
        status: 200,
        data: await handleSaveDraft(trx, principal, asked, rev),
      }));
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story/draft',
    config: draw,
    schema: {
      tags,
      summary: 'Retrieve a draft',
      description:
        'Returns the draft beside the published story, and in `checks` what stops it from being published. `outdated`: the published story has changed since the draft began.',
      querystring: contract.draftQuery,
      response: { 200: success(contract.draftAnswer) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { story_id } = request.query;
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await readDraft(trx, principal, story_id),
      }));
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story/draft',
    config: command,
    schema: {
      tags,
      summary: 'Discard a draft',
      description: 'With If-Match, answers 412 if the draft has changed since that `rev`.',
      querystring: idQuery('story_id'),
      body: z.strictObject({ story_id: id.optional() }).nullish(),
      response: { 200: success(z.object({ story_id: id })) },
    },
    handler: async (request, reply) => {
      const story_id = addressedId(request, 'story_id');
      const rev = matchVersion(request.headers['if-match']);
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        await handleDiscardDraft(trx, principal, story_id, rev);
        return { status: 200, data: { story_id }, message: draftWords.discarded };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story/drafts',
    config: draw,
    schema: {
      tags,
      summary: 'List the drafts of a story group',
      description: 'Returns the drafts without their designs, oldest first.',
      querystring: contract.draftsQuery,
      response: { 200: success(z.array(contract.draftRow)) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { story_group_id } = request.query;
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await listDrafts(trx, principal, story_group_id),
      }));
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'POST',
    url: '/api/story/publish',
    config: command,
    schema: {
      tags,
      summary: 'Publish drafts',
      description:
        "Publishes up to 30 drafts of a group, all of them or none. `leave_out` names changes that stay in a draft: `story.<field>`, `<component ID>`, `<component ID>.<field>`, `design.<field>` or `conditions`. `status` is for new stories; a creator's stories are saved as 2. If a `rev` or `version` has changed, 412 brings that draft as `data`.",
      querystring: idQuery('story_group_id'),
      body: contract.publishDrafts.partial({ story_group_id: true }),
      response: { 200: success(contract.publishAnswer) },
    },
    handler: async (request, reply) => {
      const asked = { ...request.body, story_group_id: addressedId(request, 'story_group_id') };
      const { principal, context } = request.command!;
      const pictures = await drawBackgrounds(kernel, principal, asked);
      const answer = await runCommand(kernel, context, async (trx) => {
        const data = await handlePublish(trx, principal, asked, pictures);
        trx.afterCommit(() => kernel.notifier.notify('studio', asked.story_group_id));
        return { status: 200, data, message: fill(draftWords.published, { count: data.published.length }) };
      });
      return sendAnswer(reply, answer);
    },
  });
};
