/** What kind of refusal a code is; one table in the kernel maps the kind to an HTTP status. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'method'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'invalid'
  | 'too_large'
  | 'unsupported'
  | 'too_many'
  | 'no_space'
  | 'unavailable';

const permission =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";

/** Every code that the product refuses with: its kind and its words. A refusal may bring more exact words of its own. */
export const refusals = {
  MalformedRequest: ['malformed', 'The request could not be read. Send well-formed JSON.'],
  UserExists: ['malformed', 'A user with this e-mail exists already. Sign in or reset your password.'],
  Unauthorized: ['unauthenticated', 'Sign in to go on.'],
  InvalidCredentials: ['unauthenticated', 'The e-mail or the password is not correct.'],
  PermissionDenied: ['forbidden', permission],
  FeatureNotAvailable: ['forbidden', 'Your plan does not include this feature. Gain access in the payment settings.'],
  EmailNotVerified: ['forbidden', 'Verify your e-mail first: we have sent you a new link.'],
  NotFound: ['missing', 'This does not exist, or it is not yours.'],
  MethodNotAllowed: ['method', 'This address takes no calls of this method.'],
  UnknownToken: ['missing', 'No instance has this token.'],
  GroupActive: ['conflict', 'You must inactivate a story group to delete it.'],
  StoryActive: ['conflict', 'You must inactivate a story to delete it.'],
  TransitionNotAllowed: ['conflict', 'The story group cannot go from its status to this one.'],
  TargetCapReached: ['conflict', 'The target cap is reached. Raise or remove it first.'],
  EndDateReached: ['conflict', 'The end date is reached. Set a later one first.'],
  NoTestDevices: ['conflict', 'A test group needs at least one test device in the account settings.'],
  StoryLimitReached: ['conflict', 'The story limit of your plan is reached for this app.'],
  StoriesPerGroupReached: ['invalid', 'There can be maximum 100 stories in a story group.'],
  SeatLimitReached: ['conflict', 'All seats of your plan are taken.'],
  LastOwner: ['conflict', 'An account keeps at least one account owner.'],
  AlreadyInTeam: ['conflict', 'This person belongs to a team already.'],
  InvitationPending: ['conflict', 'This person has an open invitation already.'],
  DefaultInstance: ['conflict', 'The instance Default can be neither renamed nor deleted.'],
  InstanceNameTaken: ['conflict', 'Another instance of this app has this name.'],
  AppExists: ['conflict', 'This app is in your account already.'],
  UploadingGroup: ['conflict', 'You cannot move a story group in uploading state.'],
  PinnedAfterUnpinned: ['conflict', 'You cannot move a pinned story group after an unpinned one.'],
  UnpinnedBeforePinned: ['conflict', 'You cannot move an unpinned story group before a pinned one.'],
  Conflict: ['conflict', 'Someone else changed this at the same moment. Try again.'],
  LinkExpired: ['gone', 'This link was used or has expired. Ask for a new one.'],
  PasswordRequired: ['invalid', 'Enter your password to go on.'],
  PasswordWrong: ['invalid', "The password isn't correct."],
  ConfirmationRequired: ['invalid', 'Sign in again to go on.'],
  VersionConflict: ['stale', 'This was changed by someone else since you opened it.'],
  Invalid: ['invalid', 'Some fields need your attention.'],
  IdempotencyKeyReused: ['invalid', 'This Idempotency-Key was used for another request.'],
  UnknownMedia: ['invalid', 'This file is not one of your uploads. Upload it first.'],
  MediaRefused: ['invalid', 'This file cannot be used.'],
  QuotaReached: ['conflict', 'Your account has used up what it may upload.'],
  AppRefused: ['invalid', 'Stories are for your own app. This one belongs to somebody else.'],
  AppNotInStore: ['invalid', "We couldn't find your app on store, please check the ID."],
  StoreLookupUnavailable: [
    'unavailable',
    'The store cannot be reached at the moment. Try again, or go on without it: untick "My app is live in the store".',
  ],
  TooLarge: ['too_large', 'The request is too large.'],
  DiskFull: ['no_space', 'The server has too little room left for this file. Try again later or use a smaller one.'],
  UnsupportedMediaType: ['unsupported', 'Send application/json.'],
  TooManyRequests: ['too_many', 'Too many requests. Wait a moment and try again.'],
  Unavailable: ['unavailable', 'A part that this needs is down. Try again in a moment.'],
} as const satisfies Record<string, readonly [RefusalKind, string]>;

export type RefusalCode = keyof typeof refusals;

/** A rule said no: the code, and words for a person. Thrown by deciders and commands; the HTTP layer answers with it. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: { path: string; message: string }[] | undefined;

  constructor(code: RefusalCode, message?: string, errors?: { path: string; message: string }[]) {
    super(message ?? refusals[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.errors = errors;
  }

  get kind(): RefusalKind {
    return refusals[this.code][0];
  }
}

/** A refusal about one field of a form: `Invalid` with the field's path and words. */
export const invalidField = (path: string, message: string): Refusal =>
  new Refusal('Invalid', message, [{ path, message }]);
