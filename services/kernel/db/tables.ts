import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';

type Json<T> = JSONColumnType<T & object, string, string>;
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** The kernel's own tables; each is described in ops/migrations. Projections declare theirs beside their code. */
export interface KernelTables {
  event: {
    transaction_id: Generated<string>;
    position: Generated<number>;
    event_id: string;
    stream: string;
    version: number;
    type: string;
    schema_version: number;
    account_id: string | null;
    data: Json<unknown>;
    actor_type: string;
    actor_id: string | null;
    on_behalf_of: string | null;
    correlation_id: string;
    request_id: string | null;
    cause: Json<unknown> | null;
    ts: EpochMs;
  };
  stream_snapshot: {
    stream: string;
    version: number;
    state_version: number;
    event_id: string;
    event_bytes: number;
    state: string;
    written_at: Generated<Date>;
  };
  idempotency: {
    user_id: string;
    key: string;
    route: string;
    body_hash: string;
    status: number;
    answer: Json<unknown>;
    created_at: Generated<Date>;
  };
  claim: { scope: string; key: string; owner: string };
  personal_value: {
    ref: string;
    user_id: string | null;
    field: string;
    value: string | null;
    created_at: Generated<Date>;
  };
  request_origin: { request_id: string; ip: string | null; user_agent: string | null; created_at: Generated<Date> };
  user_secret: {
    user_id: string;
    password_hash: string | null;
    changed_at: Generated<Date>;
    /** A mailed link must be opened before the next sign-in. */
    link_needed: Generated<boolean>;
  };
  user_totp: {
    user_id: string;
    verified: boolean;
    /** Sealed. */
    secret: string;
    last_step: Generated<number>;
    created_at: Timestamp;
    used_at: Timestamp | null;
    /** Of one that waits: the session that set it up; null in a sign-in. */
    session_id: string | null;
  };
  recovery_code: { user_id: string; code_hash: string; created_at: Timestamp; used_at: Timestamp | null };
  passkey: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    synced: boolean;
    name: string;
    created_at: Timestamp;
    used_at: Timestamp | null;
  };
  passkey_challenge: { challenge_hash: string; purpose: 'add' | 'sign_in'; owner: string; expires_at: Timestamp };
  user_phone: { user_id: string; phone_ref: string; created_at: Timestamp; used_at: Timestamp | null };
  sms_code: {
    id: string;
    user_id: string;
    account_id: string;
    purpose: 'sign_in' | 'phone' | 'confirm';
    number_sealed: string;
    number_key: string;
    /** Null until it is sent. */
    code_hash: string | null;
    tries: Generated<number>;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: Timestamp | null;
    provider_id: string | null;
    status: string | null;
    error_code: number | null;
  };
  session: {
    id: string;
    user_id: string;
    refresh_hash: string;
    previous_hash: string | null;
    /** The successor that a replaced token is answered with for 10 s, sealed. */
    successor: string | null;
    rotated_at: Timestamp | null;
    created_at: Generated<Date>;
    expires_at: Timestamp;
    ended_at: Timestamp | null;
    /** Who of staff acts as the user in this session. */
    staff_id: Generated<string | null>;
    /** The request that it began with, whose origin is erasable. */
    request_id: Generated<string | null>;
    /** When the person last showed that it is them. */
    confirmed_at: Timestamp | null;
    /** When the person last showed a factor that is not a text message. */
    factor_at: Generated<Date | null>;
  };
  link_token: {
    id: string;
    purpose: string;
    user_id: string;
    token_hash: string;
    detail: Json<unknown> | null;
    created_at: Generated<Date>;
    expires_at: Timestamp;
    used_at: Timestamp | null;
  };
  password_tries: { key: string; count: number; started_at: Timestamp; last_at: Timestamp };
  known_browser: { token_hash: string; user_id: string; expires_at: Timestamp };
  sign_up_browser: { user_id: string; token_hash: string; expires_at: Timestamp };
  social_identity: { identity_hash: string; user_id: string; provider: SocialProvider; created_at: Timestamp };
  social_ticket: {
    token_hash: string;
    provider: SocialProvider;
    sealed: string;
    expires_at: Timestamp;
    used_at: Generated<Date | null>;
  };
  sign_in_failure: {
    user_id: string;
    network_key: string;
    window_start: Timestamp;
    count: number;
    request_id: string;
    ip: string;
    user_agent: string;
  };
  rate_count: { scope: string; key: string; window_start: Timestamp; count: number };
  job_outbox: {
    event_id: string;
    effect: string;
    payload: Json<unknown>;
    created_at: Generated<Date>;
    /** When it was handed over to the queue. */
    moved_at: Timestamp | null;
  };
  effect_ledger: { event_id: string; effect: string; outcome: Json<unknown> | null; done_at: Generated<Date> };
  upload: {
    account_id: string;
    key: string;
    mime_type: string;
    width: number | null;
    height: number | null;
    duration_ms: number | null;
    bytes: number;
    thumbnail: string | null;
    created_at: Generated<Date>;
    uploaded_by: Generated<string[]>;
    /** The product drew it for a background. */
    drawn: Generated<boolean>;
  };
  media_use: { key: string };
  media_orphan: { key: string; since: Timestamp };
  story_draft: {
    story_id: string;
    account_id: string;
    app_id: string;
    story_group_id: string;
    rev: number;
    /** Null once it was published or discarded. */
    content: Json<DraftContent> | null;
    /** The files that the content names. */
    media: string[];
    base_version: number | null;
    /** Who saved, published or discarded it, and who of the staff acted for them. */
    user_id: string;
    staff_id: string | null;
    ts_created: Timestamp;
    ts_updated: Timestamp;
    held_by: string | null;
    held_until: Timestamp | null;
  };
  draft_snapshot: {
    story_id: string;
    rev: number;
    content: Json<DraftContent>;
    media: string[];
    user_id: string;
    staff_id: string | null;
    ts: Timestamp;
  };
  draft_media: { story_id: string; key: string; named_at: Timestamp };
  story_presence: {
    session_id: string;
    story_group_id: string;
    /** Of the session's windows; '' where it said none. */
    window_id: Generated<string>;
    user_id: string;
    account_id: string;
    story_id: string | null;
    component_id: string | null;
    seen_at: Timestamp;
  };
  story_take_over: {
    story_id: string;
    story_group_id: string;
    asked_by: string;
    holder: string;
    asked_at: Timestamp;
    refused_at: Timestamp | null;
  };
  story_preview: {
    secret_hash: string;
    account_id: string;
    story_group_id: string;
    user_id: string;
    expires_at: Timestamp;
  };
  account_key: { account_id: string; viewer_key: Buffer };
  projection_checkpoint: {
    name: string;
    tables_hash: string;
    transaction_id: string;
    position: number;
    updated_at: Generated<Date>;
  };
  parked_event: {
    projection: string;
    stream: string;
    version: number;
    transaction_id: string;
    position: number;
    error: string;
    parked_at: Generated<Date>;
  };
}
