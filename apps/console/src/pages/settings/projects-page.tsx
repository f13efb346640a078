import type { Project, ProjectContent } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, Field, FormDialog, Input, Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { Removal, SettingsList } from './settings-list.tsx';
import { splitList, useAdminReason } from './settings-page.tsx';
import { projectsQuery, settingsKeys } from './settings-queries.ts';

export function ProjectsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const projects = useQuery(projectsQuery(client));
  const columns: readonly Column<Project>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, description }) => (
        <div className="two-lines">
          <span className="medium break">{name === '' ? t(settingsMessages.noProject) : name}</span>
          {description !== '' && <span className="small secondary">{description}</span>}
        </div>
      ),
    },
    {
      id: 'binding',
      head: t(settingsMessages.binding),
      cell: ({ bound, clusters, namespaces }) =>
        bound ? (
          <div className="two-lines">
            <span className="break">{namespaces.join(', ')}</span>
            <span className="small secondary">{clusters.join(', ')}</span>
          </div>
        ) : (
          <span className="hint">{t(settingsMessages.notBound)}</span>
        ),
    },
    {
      id: 'apps',
      head: t(settingsMessages.apps),
      numeric: true,
      wideOnly: true,
      cell: ({ applications }) => applications,
    },
  ];
  return (
    <SettingsList
      label={t(settingsMessages.projects)}
      query={projects}
      items={projects.data?.projects}
      itemKey={({ name }) => name}
      itemName={({ name }) => name}
      columns={columns}
      empty={{ title: t(settingsMessages.noProjects), help: t(settingsMessages.noProjectsHelp) }}
      create={{
        text: t(settingsMessages.bindProject),
        disabledReason: reason,
        dialog: (close) => <BindForm onClose={close} />,
      }}
      actions={[
        {
          text: t(settingsMessages.bind),
          isOffered: ({ name }) => name !== '',
          disabledReason: () => reason,
          dialog: (project, close) => <BindForm project={project} onClose={close} />,
        },
        {
          text: t(settingsMessages.unbind),
          danger: true,
          isOffered: ({ name, bound }) => name !== '' && bound,
          disabledReason: () => reason,
          dialog: ({ name }, close) => (
            <Removal
              onClose={close}
              title={t(settingsMessages.unbindProject({ name }))}
              action={t(settingsMessages.unbind)}
              help={t(settingsMessages.unbindHelp)}
              command={['project', 'unbind', name]}
              remove={() => client.unbindProject(name)}
              queryKey={[settingsKeys.projects]}
            />
          ),
        },
      ]}
    />
  );
}

/** What the form changes; the rest of a binding is kept as it is. */
function BindForm({ project, onClose }: { readonly project?: Project; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [name, setName] = useState(project?.name ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const [clusters, setClusters] = useState(project?.bound === true ? project.clusters.join(', ') : 'default');
  const [namespaces, setNamespaces] = useState(project?.namespaces.join(', ') ?? '');
  const [cpu, setCpu] = useState(project?.quota?.cpu ?? '');
  const [memory, setMemory] = useState(project?.quota?.memory ?? '');
  const [pods, setPods] = useState(project?.quota?.pods === undefined ? '' : String(project.quota.pods));
  const [podSecurity, setPodSecurity] = useState(project?.podSecurity ?? '');
  const [network, setNetwork] = useState(project?.network ?? '');
  const content: ProjectContent = {
    description,
    clusters: splitList(clusters),
    namespaces: splitList(namespaces),
    ...(project?.references !== undefined && { references: project.references }),
    ...(project?.limitRange !== undefined && { limitRange: project.limitRange }),
    ...(`${cpu}${memory}${pods}` !== '' && {
      quota: {
        ...(cpu !== '' && { cpu }),
        ...(memory !== '' && { memory }),
        ...(pods !== '' && { pods: Number(pods) }),
      },
    }),
    ...((podSecurity === 'privileged' || podSecurity === 'baseline' || podSecurity === 'restricted') && {
      podSecurity,
    }),
    ...((network === 'isolated' || network === 'open') && { network }),
  };
  const save = async (): Promise<void> => {
    await client.bindProject(name, content);
    await queries.invalidateQueries({ queryKey: [settingsKeys.projects] });
  };
  const missing =
    name === ''
      ? t(settingsMessages.nameMissing)
      : splitList(namespaces).length === 0
        ? t(settingsMessages.namespaceMissing)
        : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t(settingsMessages.bindProject)}
      action={t(settingsMessages.bind)}
      missing={missing}
      onSubmit={save}
      command={bindCommand(name || 'NAME', content)}
    >
      <Field label={t(settingsMessages.project)}>
        <Input
          value={name}
          readOnly={project !== undefined}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label={t(settingsMessages.description)}>
        <Input value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <div className={styles.two}>
        <Field label={t(settingsMessages.clusters)} help={t(settingsMessages.listHelp)}>
          <Input value={clusters} onChange={(event) => setClusters(event.target.value)} spellCheck={false} />
        </Field>
        <Field label={t(settingsMessages.namespaces)} help={t(settingsMessages.namespacesHelp)}>
          <Input value={namespaces} onChange={(event) => setNamespaces(event.target.value)} spellCheck={false} />
        </Field>
      </div>
      <div className={styles.two}>
        <Field label={t(settingsMessages.quotaCpu)}>
          <Input value={cpu} placeholder="8" onChange={(event) => setCpu(event.target.value)} />
        </Field>
        <Field label={t(settingsMessages.quotaMemory)}>
          <Input value={memory} placeholder="16Gi" onChange={(event) => setMemory(event.target.value)} />
        </Field>
        <Field label={t(settingsMessages.quotaPods)}>
          <Input
            value={pods}
            placeholder="50"
            inputMode="numeric"
            onChange={(event) => setPods(event.target.value.replaceAll(/\D/g, ''))}
          />
        </Field>
      </div>
      <div className={styles.two}>
        <Field label={t(settingsMessages.podSecurity)}>
          <Select value={podSecurity} onChange={(event) => setPodSecurity(event.target.value)}>
            <option value="">{t(settingsMessages.platformDefault)}</option>
            <option value="restricted">restricted</option>
            <option value="baseline">baseline</option>
            <option value="privileged">privileged</option>
          </Select>
        </Field>
        <Field label={t(settingsMessages.network)}>
          <Select value={network} onChange={(event) => setNetwork(event.target.value)}>
            <option value="">{t(settingsMessages.platformDefault)}</option>
            <option value="isolated">{t(settingsMessages.isolated)}</option>
            <option value="open">{t(settingsMessages.open)}</option>
          </Select>
        </Field>
      </div>
    </FormDialog>
  );
}

/** The command with the same result. What it cannot state, a limit range, is kept by the form alone. */
function bindCommand(
  name: string,
  { description, clusters = [], namespaces, quota = {}, podSecurity, network, references = [] }: ProjectContent,
): readonly string[] {
  const each = (flag: string, values: readonly (string | undefined)[]): readonly string[] =>
    values.flatMap((value) => (value === undefined || value === '' ? [] : [flag, value]));
  return [
    ...['project', 'bind', name],
    ...each('--namespace', namespaces),
    ...each('--cluster', clusters),
    ...each(
      '--quota',
      Object.entries(quota).map(([resource, amount]) => `${resource}=${amount}`),
    ),
    ...each('--pod-security', [podSecurity]),
    ...each('--network', [network]),
    ...each('--reference', references),
    ...each('--description', [description]),
  ];
}
