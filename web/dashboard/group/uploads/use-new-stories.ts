import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { type SchemaForm, useSchemaForm } from '../../kit/forms/schema-form.ts';
import type { Upload } from './upload.ts';
import { newStoryWords, type StoryWords } from './upload-checks.ts';
import { uploads, useAdding } from './uploads.ts';

/** What is asked of stories that are to be added: whether they begin active, and the words of each by its upload. */
export interface NewStories {
  active: boolean;
  stories: Record<string, StoryWords>;
}

const check = zodResolver(z.object({ active: z.boolean(), stories: z.record(z.string(), newStoryWords) }));

/** The form of stories that are to be added; only the words of the wanted ones are judged. */
export function useNewStories(wanted: readonly { id: string }[]): SchemaForm<NewStories> {
  const form = useSchemaForm<NewStories>({
    start: { active: true, stories: {} },
    rules: ({ active, stories }, ...asked) => {
      // With its last row the form loses what held their words.
      const typed = Object.entries(stories ?? {}).filter(([id]) => wanted.some((one) => one.id === id));
      return check({ active, stories: Object.fromEntries(typed) }, ...asked);
    },
  });
  const { trigger } = form;
  const { isSubmitted } = form.formState;
  const ids = wanted.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other stories are wanted
  useEffect(() => {
    if (isSubmitted) void trigger();
  }, [ids]);
  return form;
}

/**
 * A text of a story, a field for as long as it is drawn: kept with its upload, too, which outlives the page as what the
 * server refused of it does.
 */
export function useStoryText(control: Control<NewStories>, upload: Upload, name: keyof StoryWords) {
  const place = `stories.${upload.id}` as const;
  const { field, fieldState } = useController({
    control,
    name: `${place}.${name}`,
    defaultValue: upload[name],
    shouldUnregister: true,
    // A link asks for a text beside it.
    rules: { deps: name === 'outlink' ? [`${place}.button_text`] : [] },
  });
  const readOnly = useAdding(upload.groupId);
  return {
    ...field,
    readOnly,
    error: upload.errors[name] ?? fieldState.error?.message,
    onChange: (value: string) => {
      field.onChange(value);
      uploads.edit(upload.id, { [name]: value });
    },
  };
}
