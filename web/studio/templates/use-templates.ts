import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { TemplateCategory } from '#contracts/template/categories.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { asSaved } from '../drafts/story-draft.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor } from '../state/use-editor.ts';
import { applyTemplate } from './apply-template.ts';
import { type Branding, brandedTemplate } from './branding.ts';
import { builtInTemplates } from './built-in-templates.ts';
import {
  brandKitQuery,
  templateCommands,
  templatesQuery,
  uploadOwnPicture,
  withoutSampleLinks,
  withUploadedPictures,
} from './template-queries.ts';

/** A template as the list shows it; `own` is its id where the account made it, `picture` its background. */
export interface ListedTemplate {
  id: string;
  category: TemplateCategory;
  title: string;
  studio: Studio;
  picture: string | null;
  own: string | null;
}

const builtIn = (): ListedTemplate[] =>
  builtInTemplates().map(({ title, ...template }) => ({ ...template, title: t(title), own: null }));

/** The templates of the account and those that come with the product, these in its brand, and what is done with them. */
export function useTemplates(onAdd: (start: NewDraftStart) => Promise<void>, branding: Branding | null) {
  const client = useQueryClient();
  const tell = useTell();
  const editor = useEditor();
  const { data } = useQuery(templatesQuery);
  const [given] = useState(builtIn);
  const [busy, setBusy] = useState<string | null>(null);
  const own = (data ?? []).map(
    ({ id, category, title, studio }): ListedTemplate => ({ id, category, title, studio, picture: null, own: id }),
  );
  const told = async (id: string, failed: (reason: string) => string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(id);
    try {
      await work();
    } catch (error) {
      tell(failed(errorText(error) ?? ''), 'error');
    } finally {
      setBusy(null);
    }
  };
  /** A story in the template, whose pictures are uploads of the account by then. */
  const inTemplate = async (content: StoryContent, { id, picture, own: ownId, studio }: ListedTemplate) => {
    const drawn = given.find((one) => one.id === id)?.studio ?? studio;
    const plain = ownId ? studio : await withUploadedPictures(withoutSampleLinks(drawn));
    const design = branding && !ownId ? brandedTemplate(id, picture, plain, branding) : plain;
    const media = content.media ?? (picture ? await uploadOwnPicture(picture) : null);
    // A logo is one also where templates are shown as they are drawn.
    const { light, dark } = (await client.ensureQueryData(brandKitQuery)).logo;
    const next = applyTemplate(content, design, { isLogo: (one) => one === light || one === dark });
    return media === content.media ? next : { ...next, media, type: 1 as const };
  };
  const shown = useMemo(
    () =>
      branding
        ? given.map((one) => ({ ...one, studio: brandedTemplate(one.id, one.picture, one.studio, branding) }))
        : given,
    [given, branding],
  );
  const failed = (reason: string) => t(words.failed, { reason });
  return {
    templates: [...own, ...shown],
    busy,
    apply: (template: ListedTemplate) =>
      told(template.id, failed, async () => {
        const next = await inTemplate(editor.state.content, template);
        // Nothing would save it any more.
        if (editor.isLeft || editor.state.readOnly) return tell(failed(t(words.late)), 'error');
        // What was written meanwhile stays.
        editor.change((now) => ({
          ...now,
          studio: next.studio,
          conditions: next.conditions,
          media: next.media,
          type: next.type,
        }));
        editor.select([]);
        tell(t(words.applied, { title: template.title }), 'success');
      }),
    begin: (template: ListedTemplate, blank: StoryContent) =>
      told(template.id, failed, async () => {
        const next = await inTemplate({ ...blank, title: template.title }, template);
        await onAdd({ content: asSaved(next) satisfies Partial<DraftContent> });
      }),
    save: (title: string, category: TemplateCategory) =>
      told(
        'save',
        (reason) => t(words.saveFailed, { reason }),
        async () => {
          await templateCommands.add({ title, category, studio: editor.state.content.studio }, newKey());
          await client.invalidateQueries({ queryKey: templatesQuery.queryKey });
          tell(t(words.saved), 'success');
        },
      ),
    // Whoever confirmed it waits for no other template.
    remove: async (id: string) => {
      try {
        await templateCommands.remove(id, newKey());
        await client.invalidateQueries({ queryKey: templatesQuery.queryKey });
        tell(t(words.removed), 'success');
      } catch (error) {
        tell(t(words.removeFailed, { reason: errorText(error) ?? '' }), 'error');
      }
    },
  };
}
