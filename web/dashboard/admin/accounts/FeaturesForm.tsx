import { type ReactNode, useRef } from 'react';
import { CheckboxGroupInput, Edit, SaveButton, SimpleForm, TextInput, Toolbar, useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { type FeatureName, featureNames } from '#contracts/api/plans.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { featureLabels } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import css from './AccountParts.module.css';
import { type FeatureDraft, featureDraftOf, featuresAsked, limitProblem, planLimit } from './feature-draft.ts';

interface FeatureChoice {
  id: FeatureName;
  inPlan: boolean;
}

function FeatureOption() {
  const choice = useRecordContext<FeatureChoice>();
  if (!choice) return null;
  return (
    <span className={css.feature}>
      {featureLabels[choice.id]}
      {choice.inPlan ? <Badge kind="neutral">{t(adminWords.inPlan)}</Badge> : null}
    </span>
  );
}

function Foot() {
  const { reset } = useFormContext();
  const { isDirty, isValid } = useFormState();
  return (
    <Toolbar>
      <Button disabled={!isDirty} onClick={() => reset()}>
        {t(adminWords.reset)}
      </Button>
      <SaveButton icon={<span hidden />} disabled={!isDirty || !isValid} />
    </Toolbar>
  );
}

const Frame = ({ className, children }: { className?: string; children?: ReactNode }) => (
  <Card
    as="section"
    {...(className ? { className } : {})}
    title={t(adminWords.features)}
    aria-label={t(adminWords.features)}
  >
    {children}
  </Card>
);

const problemsOf = ({ limit }: Record<string, unknown>) => {
  const limitIs = limitProblem(String(limit ?? ''));
  return limitIs ? { limit: limitIs } : {};
};
const inOrder = (on: readonly FeatureName[]) => featureNames.filter((name) => on.includes(name));
const asWritten = (written: string) => written;

// Its record is the one of the page around it; what came of the act is told by the act.
const ofThePage = { staleTime: Number.POSITIVE_INFINITY, onError: () => undefined };
const toldAlready = { onSuccess: () => undefined, onError: () => undefined };

/** The features that staff switch on besides those of the plan, and the limit that wins over the plan's. */
export function FeaturesForm({ account }: { account: AdminAccountRow }) {
  const version = useRef(account.version);
  const act = useStaffAct('setFeatures', account.id, {
    said: ({ data, message }) => {
      version.current = data.version;
      return message;
    },
  });
  const plan = account.settings.features;
  const save = async ({ data }: { data?: Partial<AdminAccountRow> }): Promise<AdminAccountRow> => {
    const manual_features = { ...data?.settings?.manual_features };
    if (!(await act.run({ account_id: account.id, manual_features }))) throw new Error('It was not saved.');
    // Laid over the row as it is known by now.
    return { id: account.id, version: version.current } as AdminAccountRow;
  };
  return (
    <Edit<AdminAccountRow>
      title={false}
      actions={false}
      component={Frame}
      mutationMode="pessimistic"
      mutationOptions={{ ...toldAlready, mutationFn: save }}
      queryOptions={ofThePage}
      transform={(draft: FeatureDraft) => ({ settings: { features: plan, manual_features: featuresAsked(draft) } })}
      redirect={false}
      redirectOnError={false}
      disableAuthentication
    >
      <SimpleForm record={featureDraftOf(account)} validate={problemsOf} mode="onChange" toolbar={<Foot />} noValidate>
        <p className="t-small">{t(adminWords.featuresText)}</p>
        <CheckboxGroupInput
          source="on"
          label={<span className="visually-hidden">{t(adminWords.switchedOnByStaff)}</span>}
          choices={featureNames.map((id): FeatureChoice => ({ id, inPlan: plan[id] === true }))}
          optionText={<FeatureOption />}
          parse={inOrder}
          helperText={false}
        />
        <TextInput
          source="limit"
          label={t(adminWords.storyLimitPerApp)}
          parse={asWritten}
          autoComplete="off"
          helperText={t(adminWords.storyLimitHint, { limit: planLimit(plan.story_limit) })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </SimpleForm>
    </Edit>
  );
}
