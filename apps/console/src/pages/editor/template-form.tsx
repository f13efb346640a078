import type { ApplicationSummary } from '@kubemin/client';
import type { FormField } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { type JsonObject, removeValue, setValue, templateEntries } from '../../draft/index.ts';
import { EmptyState, ErrorPanel, Skeleton, Tile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { newAppMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { templatesQuery } from '../templates/index.ts';
import { newSearchSchema } from './editor-search.ts';
import { FieldList, FormProvider } from './form/index.ts';
import styles from './new-page.module.css';
import { StartForm, useName, useOpenCanvas } from './start-form.tsx';

/** Starts with an application that others share. */
export function TemplateForm() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { template: chosen } = newSearchSchema.parse(useSearch({ strict: false }));
  const templates = useQuery(templatesQuery(client));
  if (templates.isError) return <ErrorPanel error={templates.error} onRetry={() => void templates.refetch()} />;
  if (templates.data === undefined) return <Skeleton rows={4} />;
  const all = templates.data.applications;
  const template = all.find(({ id, name }) => id === chosen || name === chosen);
  if (template !== undefined) return <TemplateParameters key={template.id} template={template} />;
  if (all.length === 0) {
    return <EmptyState title={t(newAppMessages.noTemplates)}>{t(newAppMessages.noTemplatesHelp)}</EmptyState>;
  }
  return (
    <ul className={styles.ways}>
      {all.map((each) => (
        <li key={each.id}>
          <Link to="/apps/new" search={{ from: 'template', template: each.id }} className={styles.way}>
            <Tile name={each.name} />
            <span className="two-lines">
              <span className="medium">{each.alias || each.name}</span>
              <span className="small secondary">{each.description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const text = z.object({ en: z.string(), zh: z.string() });
/** What a parameter of a template needs of a field. */
const parameterFields: z.ZodType<readonly FormField[]> = z.array(
  z.object({
    name: z.string(),
    label: text,
    help: text,
    group: z.literal('basic'),
    order: z.number(),
    widget: z.enum(['text', 'number', 'switch', 'select', 'password']),
    required: z.boolean(),
    default: z.unknown().optional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    options: z.array(z.object({ value: z.string(), label: text })).exactOptional(),
  }),
);

function TemplateParameters({ template }: { readonly template: ApplicationSummary }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const open = useOpenCanvas();
  const { name, field, missing } = useName();
  const [values, setValues] = useState<JsonObject>({});
  const parameters = useQuery({
    queryKey: [queryKeys.application, template.id, 'start'],
    queryFn: async ({ signal }) => {
      const [described, detail] = await Promise.all([
        client.templateParameters(template.id, { signal }),
        client.getApplication(template.id, { signal }),
      ]);
      return { fields: parameterFields.parse(described.form), components: detail.components };
    },
  });
  if (parameters.isError) return <ErrorPanel error={parameters.error} onRetry={() => void parameters.refetch()} />;
  if (parameters.data === undefined) return <Skeleton rows={4} />;
  const { fields, components } = parameters.data;
  const start = (): void =>
    open({
      name,
      component: templateEntries({
        app: name,
        templateId: template.id,
        components: components.map((component) => component.name),
        parameters: values,
      }),
    });
  return (
    <StartForm
      title={template.alias || template.name}
      missing={missing}
      command={['template', 'use', template.name, '--name', name || 'NAME']}
      onOpen={start}
    >
      <Link to="/apps/new" search={{ from: 'template' }} className="link small">
        {t(newAppMessages.backToTemplates)}
      </Link>
      {template.description !== '' && <p className="secondary">{template.description}</p>}
      {field}
      <span className="heading">{t(newAppMessages.parameters)}</span>
      {fields.length === 0 && <span className="secondary">{t(newAppMessages.noParameters)}</span>}
      <FormProvider
        target={{
          root: values,
          change: (path, value) =>
            setValues((now) => (value === undefined ? removeValue(path) : setValue(path, value))(now)),
          problemAt: () => undefined,
        }}
      >
        <FieldList fields={fields} path={[]} />
      </FormProvider>
    </StartForm>
  );
}
