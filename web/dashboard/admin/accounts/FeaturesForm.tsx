import { useState } from 'react';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { type FeatureName, type Features, featureNames } from '#contracts/api/plans.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { exactNumber } from '../../kit/format.ts';
import { TextField } from '../../kit/TextField.tsx';
import { featureLabels } from '../admin-words.ts';
import { adminCommands } from '../provider/admin-commands.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';

interface Draft {
  on: readonly FeatureName[];
  limit: string;
}

function draftOf({ settings: { manual_features } }: AdminAccountRow): Draft {
  const { story_limit } = manual_features;
  return {
    on: featureNames.filter((name) => manual_features[name] === true),
    limit: typeof story_limit === 'number' ? String(story_limit) : '',
  };
}

/** What a draft asks for; null when its limit is no number that an account can have. */
function featuresOf({ on, limit }: Draft): Features | null {
  const written = limit.trim();
  if (written !== '' && (!/^(-1|\d{1,7})$/.test(written) || Number(written) > 1_000_000)) return null;
  const features: Features = Object.fromEntries(on.map((name) => [name, true]));
  return written === '' ? features : { ...features, story_limit: Number(written) };
}

const limitText = (limit: unknown): string =>
  typeof limit !== 'number' || limit < 0 ? 'no limit' : `${exactNumber(limit)} stories per app`;

/** The features that staff switch on besides those of the plan, and the limit that wins over the plan's. */
export function FeaturesForm({ account }: { account: AdminAccountRow }) {
  const before = draftOf(account);
  const [draft, setDraft] = useState(before);
  const [busy, setBusy] = useState(false);
  const act = useStaffAct();
  const plan = account.settings.features;
  const features = featuresOf(draft);
  const changed = JSON.stringify(draft) !== JSON.stringify(before);
  const save = async () => {
    if (!features) return;
    setBusy(true);
    await act(() => adminCommands.setFeatures(account.id, features));
    setBusy(false);
  };
  const toggle = (name: FeatureName, checked: boolean) =>
    setDraft(({ on, limit }) => ({
      on: featureNames.filter((one) => (one === name ? checked : on.includes(one))),
      limit,
    }));
  return (
    <Card as="section" title="Features" aria-label="Features">
      <form
        className="admin-features"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="t-small">What is ticked here is on whatever the plan says. It stays on when the plan changes.</p>
        <fieldset>
          <legend className="visually-hidden">Switched on by staff</legend>
          {featureNames.map((name) => (
            <div key={name}>
              <Checkbox
                label={featureLabels[name]}
                checked={draft.on.includes(name)}
                onChange={(checked) => toggle(name, checked)}
              />
              {plan[name] === true ? <Badge kind="neutral">In the plan</Badge> : null}
            </div>
          ))}
        </fieldset>
        <TextField
          label="Story limit per app"
          optional
          inputMode="numeric"
          autoComplete="off"
          hint={`The plan has ${limitText(plan.story_limit)}. Empty: that of the plan; -1: no limit.`}
          error={features ? null : 'Use -1 or a number up to 1,000,000.'}
          value={draft.limit}
          onChange={(limit) => setDraft(({ on }) => ({ on, limit }))}
        />
        <div className="admin-form-foot">
          <Button disabled={!changed} onClick={() => setDraft(before)}>
            Reset
          </Button>
          <Button type="submit" variant="primary" disabled={!changed || !features} loading={busy}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
