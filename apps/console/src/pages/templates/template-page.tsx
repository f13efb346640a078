import type { ApplicationDetail, Plan, TemplateParameterView } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  ChangeTag,
  type Column,
  CommandMenu,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Field,
  Input,
  NotFoundPanel,
  Page,
  PageHead,
  Panel,
  Select,
  Skeleton,
  Table,
  Tag,
  Tile,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { shellMessages, templatesMessages } from '../../messages/index.ts';
import {
  applicationByPathQuery,
  applicationQuery,
  applicationsQuery,
  isNotFound,
  usePlatform,
  useRights,
} from '../../platform/index.ts';
import { TemplateCanvas } from './template-canvas.tsx';
import { freeName, type ParameterTexts, parameterValues, templateDocument } from './template-document.ts';
import { parametersQuery } from './template-queries.ts';
import styles from './templates.module.css';

export function TemplatePage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { id = '' } = useParams({ strict: false });
  const found = useQuery(applicationByPathQuery(client, id));
  const foundId = found.data?.id ?? '';
  const template = useQuery({ ...applicationQuery(client, foundId), enabled: foundId !== '' });
  const parameters = useQuery({ ...parametersQuery(client, foundId), enabled: foundId !== '' });
  const taken = useQuery(applicationsQuery(client));
  const title = template.data?.name ?? t(templatesMessages.title);
  if (isNotFound(found.error) || isNotFound(template.error)) {
    return (
      <Page title={title}>
        <NotFoundPanel title={t(templatesMessages.notFound)} />
      </Page>
    );
  }
  const failed = [found, template, parameters, taken].find(({ isError }) => isError);
  const isReady = template.data !== undefined && parameters.data !== undefined && taken.data !== undefined;
  return (
    <Page title={title}>
      {failed !== undefined && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && !isReady && <Skeleton rows={8} />}
      {template.data !== undefined && parameters.data !== undefined && taken.data !== undefined && (
        <TemplateDetail
          template={template.data}
          parameters={parameters.data.parameters}
          taken={taken.data.applications.map(({ name }) => name)}
        />
      )}
    </Page>
  );
}

interface TemplateDetailProps {
  readonly template: ApplicationDetail;
  readonly parameters: readonly TemplateParameterView[];
  readonly taken: readonly string[];
}

/** What a use of the template would be. */
interface Use {
  readonly name: string;
  readonly project: string;
  readonly namespace: string;
  readonly texts: ParameterTexts;
}

function TemplateDetail({ template, parameters, taken }: TemplateDetailProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const navigate = useNavigate();
  const [use, setUse] = useState<Use>(() => ({
    name: freeName(template.name, taken),
    project: template.project,
    namespace: template.namespace,
    texts: {},
  }));
  const [plan, setPlan] = useState<Plan>();
  const [busy, setBusy] = useState<'plan' | 'use'>();
  const [error, setError] = useState<unknown>();
  const change = (next: Partial<Use>): void => {
    setUse({ ...use, ...next });
    setPlan(undefined);
  };
  const text = JSON.stringify(
    templateDocument({
      name: use.name,
      project: use.project,
      namespace: use.namespace,
      templateId: template.id,
      components: template.components.map(({ name }) => name),
      parameters: parameterValues(parameters, use.texts),
    }),
  );
  const act = async (kind: 'plan' | 'use', action: () => Promise<void>): Promise<void> => {
    setBusy(kind);
    setError(undefined);
    try {
      await action();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  const create = async (): Promise<void> => {
    await client.saveApplication({ text, format: 'json' });
    await navigate({ to: '/apps/$app/plan', params: { app: use.name } });
  };
  const reason = useReason(use, parameters, taken);
  const forbidden = can('deploy', use.project) ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  return (
    <>
      <PageHead
        title={
          <span className="row">
            <Tile name={template.name} />
            {template.alias === '' ? template.name : template.alias}
          </span>
        }
        facts={
          <>
            {template.version !== '' && <span>{template.version}</span>}
            <span>{template.namespace}</span>
            {template.project !== '' && <span>{template.project}</span>}
          </>
        }
        actions={
          <>
            <CommandMenu
              commands={[cliCommand('template', 'show', template.name), writeCommand(template, parameters, use)]}
            />
            <Button
              busy={busy === 'plan'}
              disabledReason={forbidden ?? reason}
              onClick={() => void act('plan', async () => setPlan(await client.planDocument({ text, format: 'json' })))}
            >
              {t(templatesMessages.preview)}
            </Button>
            <Button
              kind="primary"
              busy={busy === 'use'}
              disabledReason={forbidden ?? reason}
              onClick={() => void act('use', create)}
            >
              {t(templatesMessages.use)}
            </Button>
          </>
        }
      />
      {template.description !== '' && <p className="secondary">{template.description}</p>}
      {error !== undefined && <ErrorPanel error={error} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={t(templatesMessages.components)}>
            <TemplateCanvas template={template} />
          </Panel>
          <Panel title={t(templatesMessages.created)}>
            {plan === undefined ? (
              <EmptyState title={t(templatesMessages.notPlanned)}>{t(templatesMessages.notPlannedHelp)}</EmptyState>
            ) : (
              <PlannedObjects plan={plan} />
            )}
          </Panel>
        </div>
        <Panel title={t(templatesMessages.newApp)} padded>
          <div className={styles.form}>
            <Field
              label={t(templatesMessages.name)}
              error={taken.includes(use.name) ? t(templatesMessages.nameTaken({ name: use.name })) : undefined}
            >
              <Input
                value={use.name}
                onChange={(event) => change({ name: event.target.value })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field label={t(templatesMessages.namespace)}>
              <Input
                value={use.namespace}
                onChange={(event) => change({ namespace: event.target.value })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field label={t(templatesMessages.project)}>
              <Input
                value={use.project}
                onChange={(event) => change({ project: event.target.value })}
                autoComplete="off"
              />
            </Field>
            {parameters.length === 0 && <p className="small hint">{t(templatesMessages.noParameters)}</p>}
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                text={use.texts[parameter.name] ?? ''}
                onChange={(value) => change({ texts: { ...use.texts, [parameter.name]: value } })}
              />
            ))}
          </div>
        </Panel>
      </div>
    </>
  );
}

/** What writes the same document in a terminal; values of secrets are not in it. */
function writeCommand(template: ApplicationDetail, parameters: readonly TemplateParameterView[], use: Use): string {
  const values = parameters.flatMap(({ name, type }) => {
    const text = use.texts[name] ?? '';
    if (text === '') return [];
    return type === 'secret' ? ['--set-file', `${name}=FILE`] : ['--set', `${name}=${text}`];
  });
  return cliCommand('template', 'use', template.name, '--name', use.name, ...values);
}

/** An application that is not stored is planned under an id of zeros, which is no part of any name that people know. */
const PLANNED_ID = /-0{20,}/g;

/** Why the form cannot be sent yet. */
function useReason(
  { name, texts }: Use,
  parameters: readonly TemplateParameterView[],
  taken: readonly string[],
): string | undefined {
  const { t } = useLanguage();
  if (name === '') return t(templatesMessages.nameMissing);
  if (taken.includes(name)) return t(templatesMessages.nameTaken({ name }));
  const missing = parameters.find((parameter) => parameter.required && (texts[parameter.name] ?? '') === '');
  return missing === undefined ? undefined : t(templatesMessages.parameterMissing({ name: missing.name }));
}

interface ParameterFieldProps {
  readonly parameter: TemplateParameterView;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function ParameterField({ parameter, text, onChange }: ParameterFieldProps) {
  const { t } = useLanguage();
  const { name, type, description, required, values, minimum, maximum } = parameter;
  const choices = type === 'enum' ? (values ?? []).map(String) : type === 'boolean' ? ['true', 'false'] : undefined;
  const bounds = [
    minimum !== undefined && t(templatesMessages.atLeast({ value: String(minimum) })),
    maximum !== undefined && t(templatesMessages.atMost({ value: String(maximum) })),
  ].filter((bound) => bound !== false);
  const placeholder =
    parameter.default === undefined ? undefined : t(templatesMessages.default({ value: String(parameter.default) }));
  const help = [description, ...bounds].filter((part) => part !== '').join(' · ');
  return (
    <Field
      label={
        <>
          {name} {required && <Tag kind="accent">{t(templatesMessages.required)}</Tag>}
        </>
      }
      {...(help !== '' && { help })}
    >
      {choices === undefined ? (
        <Input
          value={text}
          type={type === 'secret' ? 'password' : 'text'}
          inputMode={type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text'}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={type === 'secret' ? 'new-password' : 'off'}
          spellCheck={false}
        />
      ) : (
        <Select value={text} onChange={(event) => onChange(event.target.value)}>
          <option value="">{placeholder ?? t(templatesMessages.choose)}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function PlannedObjects({ plan }: { readonly plan: Plan }) {
  const { t } = useLanguage();
  const jobs = plan.steps.flatMap(({ path, jobs: all }) =>
    all.map((job, at) => ({ ...job, key: `${path.join('/')} ${at}` })),
  );
  const columns: readonly Column<(typeof jobs)[number]>[] = [
    {
      id: 'object',
      head: t(templatesMessages.object),
      cell: ({ object, type, component }) => (
        <div className="two-lines">
          <span className="medium break">
            {object === undefined ? type : `${object.kind} ${object.name.replaceAll(PLANNED_ID, '-…')}`}
          </span>
          <span className="small secondary">{component}</span>
        </div>
      ),
    },
    { id: 'action', head: t(templatesMessages.action), cell: ({ action }) => <ChangeTag action={action} /> },
  ];
  return <Table label={t(templatesMessages.created)} columns={columns} items={jobs} itemKey={({ key }) => key} />;
}
