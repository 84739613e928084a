import { type BulkResult, bulkResult, success } from '#contracts/api/envelope.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import * as contract from '#contracts/story-group/story-commands.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { nthContext, runBulk } from '#kernel/commands/bulk.ts';
import type { CommandContext, CommandKernel } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { bulkSummary, changeEach } from '../bulk.ts';
import { waitUnderPath } from '../under-path.ts';
import { redrawnBackground, type StoryWithMedia, withMedium } from './background.ts';
import { handleAddStories, handleChangeStory, handleDeleteStory } from './commands.ts';

const tags = ['Stories'];
const edit = {
  policy: { caller: 'user', act: 'storyGroup.edit', login_as: true, scope: 'content' },
  command: true,
} as const;

const bodyBound = 'The body can have up to 1 MiB, which is enough for about 30 of the largest designs.';

type Placed = contract.AddStory & { story_group_id: string };

const byGroup = (stories: readonly Placed[]): { groupId: string; indexes: number[] }[] => {
  const groups = new Map<string, number[]>();
  stories.forEach(({ story_group_id }, index) => {
    groups.set(story_group_id, [...(groups.get(story_group_id) ?? []), index]);
  });
  return [...groups].map(([groupId, indexes]) => ({ groupId, indexes }));
};

/** Where a story stands in a request for several. */
const pathOf = (index: number): string => `stories.${index}`;

/** A group is refused for any of its stories: each is told what is wrong with itself. */
const withOwnErrors = ({ errors, ...refused }: BulkResult['refused'][number]): BulkResult['refused'][number] => {
  const own = (errors ?? []).filter(({ path }) => path.startsWith(`${pathOf(refused.index ?? 0)}.`));
  return own.length > 0 ? { ...refused, errors: own } : refused;
};

/** One command and one append per group; new ids and refusals in the order of the request. */
const addInGroups = async (
  kernel: CommandKernel,
  context: CommandContext,
  principal: Principal,
  stories: readonly Placed[],
): Promise<BulkResult> => {
  const made: (string | undefined)[] = stories.map(() => undefined);
  const result = await runBulk(
    byGroup(stories).map(({ groupId, indexes }) => ({
      ids: indexes.map(() => null),
      indexes,
      run: async () => {
        const given: StoryWithMedia[] = [];
        for (const index of indexes)
          given.push(
            await waitUnderPath(pathOf(index), () => withMedium(kernel, principal.account_id, stories[index]!)),
          );
        const { data } = await runCommand(kernel, nthContext(context, indexes[0]!), async (trx) => ({
          status: 201,
          data: (await handleAddStories(trx, principal, groupId, given, indexes.map(pathOf))).ids,
        }));
        indexes.forEach((index, place) => {
          made[index] = data[place];
        });
        return data;
      },
    })),
  );
  return {
    changed: made.filter((one) => one !== undefined),
    refused: result.refused.map(withOwnErrors).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)),
  };
};

/** Creating, changing and deleting several stories at once. */
export const storyBulkRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story/multiple',
    config: edit,
    schema: {
      tags,
      summary: 'Add several stories to a group',
      description: `Adds either all stories of a group or none of them. ${bodyBound}`,
      body: contract.addStories,
      response: { 200: success(bulkResult) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const data = await addInGroups(kernel, context, principal, request.body.stories);
      return sendAnswer(reply, { status: 200, data, message: storyGroupWords.storiesAdded });
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/story/multiple',
    config: edit,
    schema: {
      tags,
      summary: 'Update several stories',
      description: bodyBound,
      body: contract.changeStories,
      response: { 200: success(bulkResult) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { stories } = request.body;
      const ids = stories.map((one) => one.id);
      const backgrounds: (string | null)[] = [];
      for (const one of stories) backgrounds.push(await redrawnBackground(kernel, principal.account_id, one.id, one));
      const { moved, ...data } = await changeEach(kernel, context, ids, (trx, storyId, index) => {
        const { id: _, story_id: __, ...change } = stories[index]!;
        return waitUnderPath(pathOf(index), () =>
          handleChangeStory(trx, principal, storyId, change, null, backgrounds[index]),
        );
      });
      const message = bulkSummary(stories, { ...data, moved }, storyGroupWords.stories, storyGroupWords.storiesAlready);
      return sendAnswer(reply, message === null ? { status: 200, data } : { status: 200, data, message });
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story/multiple',
    config: edit,
    schema: {
      tags,
      summary: 'Delete several inactive stories',
      body: contract.deleteStories,
      response: { 200: success(bulkResult) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { stories } = request.body;
      const { moved, ...data } = await changeEach(kernel, context, stories, (trx, storyId) =>
        handleDeleteStory(trx, principal, storyId),
      );
      const asked = stories.map(() => ({ status: storyStatus.deleted }));
      const message = bulkSummary(asked, { ...data, moved }, storyGroupWords.stories, storyGroupWords.storiesAlready)!;
      return sendAnswer(reply, { status: 200, data, message });
    },
  });
};
