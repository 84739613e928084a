import { z } from 'zod';
import { addressedId, checkAccount, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { bulkResult, success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import * as contract from '#contracts/story-group/commands.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { bulkSummary, changeEach, groupsAtOnce } from '../bulk.ts';
import { changeGroup, createGroup, deleteGroup, isStatusOnly } from './commands.ts';

const tags = ['Story groups'];
const edit = {
  policy: { caller: 'user', act: 'storyGroup.edit', login_as: true, scope: 'content' },
  command: true,
} as const;
const publish = {
  policy: { caller: 'user', act: 'storyGroup.publish', login_as: true, scope: 'content' },
  command: true,
} as const;
const saved = success(z.object({ story_group_id: id, version: z.int() }));
const groupIds = ['story_group_id', 'id'];

/** Creating, changing and deleting story groups. */
export const groupRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/n/story_group',
    config: edit,
    schema: {
      tags,
      summary: 'Create a story group',
      querystring: idQuery('app_id', 'instance_id'),
      body: contract.createStoryGroup.partial({ app_id: true }),
      response: { 201: saved },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const app_id = addressedId(request, 'app_id');
      const instance_id = optionalId(request, 'instance_id') ?? undefined;
      const body = { ...request.body, app_id, instance_id };
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => createGroup(trx, principal, body)));
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/n/story_group',
    config: edit,
    schema: {
      tags,
      summary: 'Update a story group',
      description: "With If-Match, answers 412 if the group's own fields have changed since that version.",
      querystring: idQuery('story_group_id', 'id', 'app_id', 'instance_id'),
      body: contract.changeStoryGroup,
      response: { 200: saved },
    },
    handler: async (request, reply) => {
      const { id: _, story_group_id: __, ...body } = request.body;
      const groupId = addressedId(request, ...groupIds);
      const ifMatch = matchVersion(request.headers['if-match']);
      const message = isStatusOnly(request.body) ? { message: storyGroupWords.statusChanged } : {};
      const place = {
        app_id: optionalId(request, 'app_id') ?? undefined,
        instance_id: optionalId(request, 'instance_id') ?? undefined,
      };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const { version } = await changeGroup(trx, principal, groupId, { ...body, ...place }, ifMatch);
        return { status: 200, data: { story_group_id: groupId, version }, ...message };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story_group',
    config: publish,
    schema: {
      tags,
      summary: 'Delete an inactive story group',
      querystring: idQuery('story_group_id', 'id', 'app_id'),
      body: contract.deleteStoryGroup,
      response: { 200: saved },
    },
    handler: async (request, reply) => {
      const groupId = addressedId(request, ...groupIds);
      const place = { app_id: optionalId(request, 'app_id') };
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const { version } = await deleteGroup(trx, principal, groupId, place);
        return { status: 200, data: { story_group_id: groupId, version }, message: storyGroupWords.deleted };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/story_group/multiple',
    config: edit,
    schema: {
      tags,
      summary: 'Update the status of several story groups',
      body: contract.changeStoryGroups,
      response: { 200: success(bulkResult) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { story_groups } = request.body;
      for (const { account_id } of story_groups) checkAccount(principal, account_id);
      const ids = story_groups.map((one) => one.id);
      const { moved, ...data } = await changeEach(
        kernel,
        context,
        ids,
        (trx, groupId, index) => {
          const { status, app_id } = story_groups[index]!;
          return changeGroup(trx, principal, groupId, { status, app_id }, null);
        },
        groupsAtOnce,
      );
      const message = bulkSummary(
        story_groups,
        { ...data, moved },
        storyGroupWords.groups,
        storyGroupWords.groupsAlready,
      );
      return sendAnswer(reply, { status: 200, data, message: message ?? say(storyGroupWords.statusChanged) });
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story_group/multiple',
    config: publish,
    schema: {
      tags,
      summary: 'Delete several inactive story groups',
      body: contract.deleteStoryGroups,
      response: { 200: success(bulkResult) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { story_groups } = request.body;
      const { moved, ...data } = await changeEach(
        kernel,
        context,
        story_groups,
        (trx, groupId) => deleteGroup(trx, principal, groupId),
        groupsAtOnce,
      );
      const asked = story_groups.map(() => ({ status: groupStatus.archived }));
      const message = bulkSummary(asked, { ...data, moved }, storyGroupWords.groups, storyGroupWords.groupsAlready)!;
      return sendAnswer(reply, { status: 200, data, message });
    },
  });
};
