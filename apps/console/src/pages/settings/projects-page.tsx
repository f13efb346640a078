import type { Project, ProjectContent } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  type Column,
  Confirm,
  EmptyState,
  ErrorPanel,
  Field,
  FormDialog,
  Input,
  Menu,
  MenuItem,
  Panel,
  Select,
  Skeleton,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { SettingsPage, splitList, useAdminReason } from './settings-page.tsx';
import { projectsQuery, settingsKeys } from './settings-queries.ts';

type Editing = { readonly kind: 'new' } | { readonly kind: 'bind' | 'unbind'; readonly project: Project };

export function ProjectsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const projects = useQuery(projectsQuery(client));
  const queries = useQueryClient();
  const [editing, setEditing] = useState<Editing>();
  const close = (): void => setEditing(undefined);
  return (
    <SettingsPage
      actions={
        <Button
          kind="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={reason}
          onClick={() => setEditing({ kind: 'new' })}
        >
          {t(settingsMessages.bindProject)}
        </Button>
      }
    >
      <Panel label={t(settingsMessages.projects)}>
        {projects.isError && <ErrorPanel error={projects.error} onRetry={() => void projects.refetch()} />}
        {projects.isPending && <Skeleton />}
        {projects.data?.projects.length === 0 && (
          <EmptyState title={t(settingsMessages.noProjects)}>{t(settingsMessages.noProjectsHelp)}</EmptyState>
        )}
        {projects.data !== undefined && projects.data.projects.length > 0 && (
          <ProjectTable projects={projects.data.projects} reason={reason} onEdit={setEditing} />
        )}
      </Panel>
      {editing?.kind === 'new' && <BindForm onClose={close} />}
      {editing?.kind === 'bind' && <BindForm project={editing.project} onClose={close} />}
      {editing?.kind === 'unbind' && (
        <Confirm
          open
          onClose={close}
          title={t(settingsMessages.unbindProject({ name: editing.project.name }))}
          action={t(settingsMessages.unbind)}
          danger
          onConfirm={async () => {
            await client.unbindProject(editing.project.name);
            await queries.invalidateQueries({ queryKey: [settingsKeys.projects] });
          }}
        >
          <p className="secondary">{t(settingsMessages.unbindHelp)}</p>
        </Confirm>
      )}
    </SettingsPage>
  );
}

interface ProjectTableProps {
  readonly projects: readonly Project[];
  readonly reason: string | undefined;
  readonly onEdit: (editing: Editing) => void;
}

function ProjectTable({ projects, reason, onEdit }: ProjectTableProps) {
  const { t } = useLanguage();
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
    {
      id: 'actions',
      head: '',
      width: '56px',
      cell: (project) =>
        project.name !== '' && (
          <Menu small label={t(settingsMessages.actionsOf({ name: project.name }))}>
            <MenuItem disabledReason={reason} onSelect={() => onEdit({ kind: 'bind', project })}>
              {t(settingsMessages.bind)}
            </MenuItem>
            {project.bound && (
              <MenuItem danger disabledReason={reason} onSelect={() => onEdit({ kind: 'unbind', project })}>
                {t(settingsMessages.unbind)}
              </MenuItem>
            )}
          </Menu>
        ),
    },
  ];
  return <Table label={t(settingsMessages.projects)} columns={columns} items={projects} itemKey={({ name }) => name} />;
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
  const save = async (): Promise<void> => {
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
