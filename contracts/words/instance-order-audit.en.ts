import { defineWords } from './define.ts';

/** How the audit tells of the order of an instance's groups. */
export const instanceOrderAuditWords = defineWords('instance-order-audit', {
  moved: 'moved {group} from position {from} to {to}',
  movedAfter: 'moved {group} after {other}',
  movedFirst: 'moved {group} to the front',
  pinned: 'pinned {group}',
  unpinned: 'unpinned {group}',
  first: 'first',
  after: 'after {title}',
});
