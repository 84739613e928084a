import { defineWords } from './define.ts';

/** What each type of notification is called where it is turned on and off. */
export const notificationTypeWords = defineWords('notification-types', {
  story_group_created: 'Story group created',
  story_group_updated: 'Story group changed',
  story_group_deleted: 'Story group deleted',
  story_group_waiting: 'Story group waiting for approval',
  story_group_capped: 'Target cap reached',
  story_group_ended: 'End date reached',
  invitation_accepted: 'Invitation accepted',
  payment: 'Plan and payment',
  unusual_traffic: 'Far more data than usual',
  sdk_update: 'New SDK version',
});
