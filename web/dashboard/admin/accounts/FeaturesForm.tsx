import { EditBase, Form, useInput, useSaveContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { type FeatureName, featureNames } from '#contracts/api/plans.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { featureLabels } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { type FeatureDraft, featureDraftOf, featuresAsked, limitProblem, limitText } from './feature-draft.ts';

type Plan = AdminAccountRow['settings']['features'];

function FeatureInputs({ plan }: { plan: Plan }) {
  const { field } = useInput({ source: 'on' });
  const on = field.value as readonly FeatureName[];
  const toggle = (name: FeatureName, checked: boolean) =>
    field.onChange(featureNames.filter((one) => (one === name ? checked : on.includes(one))));
  return (
    <fieldset>
      <legend className="visually-hidden">Switched on by staff</legend>
      {featureNames.map((name) => (
        <div key={name}>
          <Checkbox
            label={featureLabels[name]}
            checked={on.includes(name)}
            onChange={(checked) => toggle(name, checked)}
          />
          {plan[name] === true ? <Badge kind="neutral">In the plan</Badge> : null}
        </div>
      ))}
    </fieldset>
  );
}

function LimitInput({ plan }: { plan: Plan }) {
  const { field } = useInput({ source: 'limit', parse: (written: string) => written });
  return (
    <TextField
      label="Story limit per app"
      optional
      inputMode="numeric"
      autoComplete="off"
      hint={`The plan has ${limitText(plan.story_limit)}. Empty: that of the plan; -1: no limit.`}
      error={limitProblem(field.value)}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

function Foot() {
  const { reset } = useFormContext();
  const { isDirty, isValid } = useFormState();
  const { saving } = useSaveContext();
  return (
    <div className="admin-form-foot">
      <Button disabled={!isDirty} onClick={() => reset()}>
        Reset
      </Button>
      <Button type="submit" variant="primary" disabled={!isDirty || !isValid} loading={saving ?? false}>
        Save
      </Button>
    </div>
  );
}

const problemsOf = ({ limit }: Record<string, unknown>) => {
  const limitIs = limitProblem(String(limit));
  return limitIs ? { limit: limitIs } : {};
};

// Its record is the one of the page around it; what came of the act is told by the act.
const ofThePage = { staleTime: Number.POSITIVE_INFINITY, onError: () => undefined };
const toldAlready = { onSuccess: () => undefined, onError: () => undefined };

/** The features that staff switch on besides those of the plan, and the limit that wins over the plan's. */
export function FeaturesForm({ account }: { account: AdminAccountRow }) {
  const act = useStaffAct('setFeatures');
  const plan = account.settings.features;
  const save = async ({ data }: { data?: Partial<AdminAccountRow> }): Promise<AdminAccountRow> => {
    const manual_features = { ...data?.settings?.manual_features };
    const saved = await act.mutateAsync({ account_id: account.id, manual_features });
    // Laid over the row as it is known by now.
    return { id: account.id, version: saved.data.version } as AdminAccountRow;
  };
  return (
    <Card as="section" title="Features" aria-label="Features">
      <EditBase<AdminAccountRow>
        mutationMode="pessimistic"
        mutationOptions={{ ...toldAlready, mutationFn: save }}
        queryOptions={ofThePage}
        transform={(draft: FeatureDraft) => ({ settings: { features: plan, manual_features: featuresAsked(draft) } })}
        redirect={false}
        redirectOnError={false}
        disableAuthentication
      >
        <Form
          record={featureDraftOf(account)}
          validate={problemsOf}
          mode="onChange"
          className="admin-features"
          noValidate
        >
          <p className="t-small">
            What is ticked here is on whatever the plan says. It stays on when the plan changes.
          </p>
          <FeatureInputs plan={plan} />
          <LimitInput plan={plan} />
          <Foot />
        </Form>
      </EditBase>
    </Card>
  );
}
