import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id, queryFlag } from '#contracts/api/ids.ts';
import { restingRule } from '#contracts/story-group/resting-rules.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import * as contract from '#contracts/story-group/story-commands.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { redrawnBackground, withMedium } from './background.ts';
import { handleAddStories, handleChangeStory, handleDeleteStory, handleSortStories } from './commands.ts';

const tags = ['Stories'];
const edit = {
  policy: { caller: 'user', act: 'storyGroup.edit', login_as: true, scope: 'content' },
  command: true,
} as const;
const saved = success(z.object({ story_id: id, version: z.int() }));
const rested = 'Answers which rules of the group lead nowhere from then on. With `dry_run` it changes nothing.';
const query = idQuery('story_id', 'id', 'story_group_id', 'app_id');

const messageOf = ({ status, ...rest }: z.infer<typeof contract.changeStory>): { message?: Phrase } => {
  const { id: _i, story_id: _s, story_group_id: _g, app_id: _a, ...fields } = rest;
  if (status === storyStatus.deleted) return { message: storyGroupWords.storyDeleted };
  return status !== undefined && Object.keys(fields).length === 0
    ? { message: storyGroupWords.storyStatusChanged }
    : {};
};

/** Creating, changing, deleting and sorting single stories. */
export const storyRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story',
    config: edit,
    schema: {
      tags,
      summary: 'Add a story to a group',
      querystring: idQuery('story_group_id', 'app_id'),
      body: contract.addStory,
      response: { 201: success(z.object({ story_id: id, id, version: z.int() })) },
    },
    handler: async (request, reply) => {
      const groupId = addressedId(request, 'story_group_id');
      const sent = { ...request.body, app_id: optionalId(request, 'app_id') ?? undefined };
      const { principal, context } = request.command!;
      const story = await withMedium(kernel, principal.account_id, sent);
      const answer = await runCommand(kernel, context, async (trx) => {
        const { ids, version } = await handleAddStories(trx, principal, groupId, [story]);
        return { status: 201, data: { story_id: ids[0]!, id: ids[0]!, version } };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/story',
    config: edit,
    schema: {
      tags,
      summary: 'Update a story',
      description:
        'Status 9 deletes the story. With If-Match, answers 412 if the story has changed since that version.',
      querystring: query,
      body: contract.changeStory,
      response: { 200: saved },
    },
    handler: async (request, reply) => {
      const { id: _, story_id: __, ...body } = request.body;
      const storyId = addressedId(request, 'story_id', 'id');
      const ifMatch = matchVersion(request.headers['if-match']);
      const place = {
        story_group_id: optionalId(request, 'story_group_id') ?? undefined,
        app_id: optionalId(request, 'app_id') ?? undefined,
      };
      const { principal, context } = request.command!;
      const background = await redrawnBackground(kernel, principal.account_id, storyId, body);
      const answer = await runCommand(kernel, context, async (trx) => {
        const change = { ...body, ...place };
        const { version } = await handleChangeStory(trx, principal, storyId, change, ifMatch, background);
        return { status: 200, data: { story_id: storyId, version }, ...messageOf(request.body) };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story',
    config: edit,
    schema: {
      tags,
      summary: 'Delete an inactive story',
      description: rested,
      querystring: query.extend({ dry_run: queryFlag.optional() }),
      body: contract.deleteStory,
      response: { 200: success(z.object({ story_id: id, version: z.int(), resting: z.array(restingRule) })) },
    },
    handler: async (request, reply) => {
      const storyId = addressedId(request, 'story_id', 'id');
      const place = { story_group_id: optionalId(request, 'story_group_id'), app_id: optionalId(request, 'app_id') };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const dryRun = request.query.dry_run ?? false;
        const { version, resting } = await handleDeleteStory(trx, principal, storyId, place, dryRun);
        const data = { story_id: storyId, version, resting };
        return { status: 200, data, ...(dryRun ? {} : { message: storyGroupWords.storyDeleted }) };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'POST',
    url: '/api/story/sort',
    config: edit,
    schema: {
      tags,
      summary: 'Reorder the stories of a group',
      description: rested,
      querystring: idQuery('story_group_id', 'app_id', 'instance_id'),
      body: contract.sortStories,
      response: { 200: success(z.object({ story_group_id: id, version: z.int(), resting: z.array(restingRule) })) },
    },
    handler: async (request, reply) => {
      const groupId = addressedId(request, 'story_group_id');
      const place = { app_id: optionalId(request, 'app_id'), instance_id: optionalId(request, 'instance_id') };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const { version, resting } = await handleSortStories(trx, principal, groupId, request.body, place);
        return { status: 200, data: { story_group_id: groupId, version, resting } };
      });
      return sendAnswer(reply, answer);
    },
  });
};
