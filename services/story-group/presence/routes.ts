import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { type StudioPicture, studioMessages } from '#contracts/studio/presence.ts';
import {
  leftPresence,
  presenceQuery,
  sendPresence,
  studioPicture,
  takeOver,
  takeOverAnswer,
} from '#contracts/studio/presence-commands.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { openEventStream, wantsEvents } from '#kernel/http/event-stream.ts';
import { principalOf } from '#kernel/http/request.ts';
import { openStreamHub } from '#kernel/http/stream-hub.ts';
import type { Routes } from '#kernel/http/types.ts';
import { readStudio } from './read.ts';
import { handleTakeOver } from './take-over.ts';
import { handleLeaving, handlePresence, openStudio } from './write.ts';

const tags = ['Studio'];
const policy = { caller: 'user', act: 'storyGroup.edit', login_as: true } as const;
const config = { policy, command: true } as const;
const streamsPerUser = 10;

/** Who is in the studio of a group, and who writes which of its drafts. */
export const presenceRoutes: Routes = (server, kernel) => {
  /** Refuses who may not draw stories of the group, as they are now. */
  const requireStudio = async (principal: Principal, groupId: string): Promise<void> => {
    await runCommand(kernel, systemContext(kernel.now(), principal.account_id), async (trx) => {
      await openStudio(trx, principal, groupId);
      return { status: 200, data: null };
    });
  };
  const hub = openStreamHub<StudioPicture>(kernel, {
    topic: 'studio',
    streamsPerUser,
    tooMany: fill(draftWords.tooManyStudios, { most: streamsPerUser }),
    read: (groupId) => readStudio(kernel, groupId, kernel.now()),
    messages: studioMessages,
    isAllowed: async (principal, groupId) => {
      await requireStudio(principal, groupId);
      return true;
    },
  });
  server.addHook('preClose', async () => hub.stop());

  server.route({
    method: 'PUT',
    url: '/api/story_group/presence',
    config,
    schema: {
      tags,
      summary: 'Say what you look at in the studio',
      description:
        'Send it every 15 s. It ends after 30 s, and when you sign out. `window_id`: a name of your own for the window, so that each is there for itself.',
      querystring: idQuery('story_group_id'),
      body: sendPresence.partial({ story_group_id: true }),
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const looked = { ...request.body, story_group_id: addressedId(request, 'story_group_id') };
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handlePresence(trx, principal, looked)));
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story_group/presence',
    config,
    schema: {
      tags,
      summary: 'Leave the studio of a group',
      description:
        'Stories that you were editing are free for others at once. With `window_id`, only that window leaves: stories that you have open in another one stay yours. With `story_id`, you stay, and only that story is free for others.',
      querystring: leftPresence,
      body: leftPresence.nullish(),
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const left = {
        groupId: addressedId(request, 'story_group_id'),
        windowId: request.query.window_id ?? request.body?.window_id,
        storyId: optionalId(request, 'story_id') ?? undefined,
      };
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleLeaving(trx, principal, left)));
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/presence',
    compress: false,
    config: { policy },
    schema: {
      tags,
      summary: 'See who is in the studio of a group',
      description:
        'Returns who is there, how the drafts stand and who edits them. With `Accept: text/event-stream` (use fetch with the Authorization header), the answer is a stream of `present`, `draft`, `take_over` and `published` events: first all there is, then each change within 2 s. It ends when the session ends or the role is lost. A user can have ten open.',
      querystring: presenceQuery,
      response: { 200: success(studioPicture) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { story_group_id } = request.query;
      await requireStudio(principal, story_group_id);
      if (!wantsEvents(request.headers.accept)) return { data: await readStudio(kernel, story_group_id, kernel.now()) };
      hub.requireCapacity(principal);
      hub.join(principal, story_group_id, openEventStream(reply));
      return reply;
    },
  });

  server.route({
    method: 'POST',
    url: '/api/story/draft/take_over',
    config,
    schema: {
      tags,
      summary: 'Ask to edit a draft, or answer who asks',
      description:
        'Without `grant` it asks the person who is editing. Unanswered for 20 s, the place is yours. With `grant`, that person answers: true gives the place at once, false keeps it for its two minutes.',
      querystring: idQuery('story_id'),
      body: takeOver.partial({ story_id: true }).nullish(),
      response: { 200: success(takeOverAnswer) },
    },
    handler: async (request, reply) => {
      const asked = { ...request.body, story_id: addressedId(request, 'story_id') };
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleTakeOver(trx, principal, asked)));
    },
  });
};
