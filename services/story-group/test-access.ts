import type { AccessFixtures } from '#ops/testing/access-fixtures.ts';
import { type AccessRow, ofGroup, otherPeoples } from '#ops/testing/access-row.ts';

const drawn = async (w: AccessFixtures): Promise<{ story_group_id: string; story_id: string }> => {
  const story_group_id = await w.group();
  const content = { title: 'Drawn', media: w.icon };
  return { story_group_id, ...(await w.made('/api/story/draft', { story_group_id, content })) };
};

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/segment': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story_group/deleted': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: (w) => ({ query: { app_id: w.app.id } }),
  },
  'GET /api/story_group/detail': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'GET /api/story/designs': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: async (w) => ({ query: { story_id: (await w.story()).story } }),
  },
  'GET /api/story_group/as_of': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: ofGroup((id) => ({ query: { story_group_id: id, version: '1' } })),
    except: otherPeoples,
  },
  'GET /api/story_group/history': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
    except: otherPeoples,
  },
  'GET /api/story_group/live_times': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: (w) => ({ query: { app_id: w.app.id, ts_start: '0', ts_end: '86400' } }),
  },
  'GET /api/story_group/presence': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
    except: otherPeoples,
  },
  'PUT /api/story_group/presence': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
    except: otherPeoples,
  },
  // Leaving is one's own: of a group that is not there one has left already.
  'DELETE /api/story_group/presence': {
    reach: 'own',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
  },
  'POST /api/story/draft/take_over': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_id: await w.draft() } }),
    except: otherPeoples,
  },
  'POST /api/story/preview': {
    reach: 'app',
    act: 'storyGroup.edit',
    login_as: false,
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
    except: otherPeoples,
  },
  'POST /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: (w) => ({ body: { app_id: w.app.id, title: 'Winter', icon: w.icon, ts_start: w.start } }),
  },
  'PATCH /api/n/story_group': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_group_id: id, title: 'Autumn' } })),
    except: otherPeoples,
  },
  'DELETE /api/story_group': {
    reach: 'app',
    act: 'storyGroup.publish',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
  },
  'PATCH /api/story_group/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_groups: [{ id, status: 1 }] } })),
    except: otherPeoples,
  },
  'DELETE /api/story_group/multiple': {
    reach: 'app',
    act: 'storyGroup.publish',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_groups: id } })),
  },
  'POST /api/story_group/sort': {
    reach: 'app',
    act: 'storyGroup.arrange',
    scope: 'content',
    call: async (w) => ({ body: { app_id: w.app.id, instance_id: w.app.instances[0].id, order: [await w.group()] } }),
  },
  'GET /api/story_group/pin': {
    reach: 'app',
    act: 'storyGroup.arrange',
    scope: 'content',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'POST /api/story_group/pin': {
    reach: 'app',
    act: 'storyGroup.arrange',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_group_id: id } })),
  },
  'POST /api/story_group/restore': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: ofGroup((id) => ({ body: { story_group_id: id, version: 1 } })),
    except: otherPeoples,
  },
  'GET /api/story_group/restore': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: ofGroup((id) => ({ query: { story_group_id: id, version: '1' } })),
    except: otherPeoples,
  },
  'GET /api/story': {
    reach: 'app',
    act: 'storyGroup.view',
    scope: 'read',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
  },
  'POST /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { story_group_id: await w.group(), title: 'Two', type: 1, media: w.icon } }),
    except: otherPeoples,
  },
  'PATCH /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { story_id: (await w.story()).story, title: 'Three' } }),
    except: otherPeoples,
  },
  'DELETE /api/story': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { story_id: (await w.story()).story } }),
    except: otherPeoples,
  },
  'POST /api/story/sort': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => {
      const made = await w.story();
      return { body: { story_group_id: made.group, order: [made.story] } };
    },
    except: otherPeoples,
  },
  'POST /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({
      body: { stories: [{ story_group_id: await w.group(), title: 'Two', type: 1, media: w.icon }] },
    }),
    except: otherPeoples,
  },
  'PATCH /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { stories: [{ id: (await w.story()).story, title: 'Three' }] } }),
    except: otherPeoples,
  },
  'DELETE /api/story/multiple': {
    reach: 'app',
    act: 'storyGroup.edit',
    scope: 'content',
    call: async (w) => ({ body: { stories: [(await w.story()).story] } }),
    except: otherPeoples,
  },
  'POST /api/story/draft': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_group_id: await w.group() } }),
    except: otherPeoples,
  },
  'PUT /api/story/draft': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ body: { story_id: (await w.story()).story, content: {} }, headers: { 'if-match': '"0"' } }),
    except: otherPeoples,
  },
  'GET /api/story/draft': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ query: { story_id: (await w.story()).story } }),
    except: otherPeoples,
  },
  'DELETE /api/story/draft': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ query: { story_id: (await drawn(w)).story_id } }),
    except: otherPeoples,
  },
  'GET /api/story/drafts': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: ofGroup((id) => ({ query: { story_group_id: id } })),
    except: otherPeoples,
  },
  'GET /api/story/revisions': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => ({ query: { story_id: (await w.story()).story } }),
    except: otherPeoples,
  },
  'POST /api/story/publish': {
    reach: 'app',
    act: 'storyGroup.edit',
    call: async (w) => {
      const { story_group_id, story_id } = await drawn(w);
      return { body: { story_group_id, drafts: [{ story_id, rev: 1 }] } };
    },
    except: otherPeoples,
  },
};
export default rows;
