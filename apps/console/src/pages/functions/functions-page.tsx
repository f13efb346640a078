import type { FunctionSummary, FunctionWorkflowSummary } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { SquareFunction } from 'lucide-react';
import {
  Code,
  type Column,
  Count,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Health,
  Moment,
  Page,
  PageHead,
  Panel,
  RefetchError,
  Skeleton,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { functionsQuery, usePlatform } from '../../platform/index.ts';
import { functionsSearchSchema } from './functions-search.ts';

export function FunctionsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { cluster = DEFAULT_CLUSTER } = functionsSearchSchema.parse(useSearch({ strict: false }));
  const list = useQuery(functionsQuery(client, cluster));
  return (
    <Page title={t(functionsMessages.title)}>
      <PageHead
        title={t(functionsMessages.title)}
        beside={list.data !== undefined && <Count value={list.data.functions.length} />}
      />
      {list.isError && list.data === undefined && <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton rows={6} />}
      {list.data !== undefined && (
        <>
          <RefetchError query={list} />
          {list.data.functions.length === 0 ? (
            <NoFunctions isServed={list.data.served} />
          ) : (
            <FunctionTable functions={list.data.functions} cluster={cluster} />
          )}
          {list.data.workflows.length > 0 && <ChainTable chains={list.data.workflows} cluster={cluster} />}
        </>
      )}
    </Page>
  );
}

function NoFunctions({ isServed }: { readonly isServed: boolean }) {
  const { t } = useLanguage();
  const title = t(isServed ? functionsMessages.none : functionsMessages.notServed);
  return (
    <EmptyState icon={<SquareFunction size={24} aria-hidden />} title={title}>
      <div className="stack">
        {t(isServed ? functionsMessages.noneHelp : functionsMessages.notServedHelp)}
        <Code text={isServed ? cliCommand('fn', 'deploy', 'DIR') : cliCommand('up', '--functions', 'on')} />
      </div>
    </EmptyState>
  );
}

/** Whether calls are served. A function without instances sleeps: the next call starts one. */
export function FunctionState({ of }: { readonly of: FunctionSummary }) {
  const { t } = useLanguage();
  if (of.ready === 'False') return <Health state="Failed">{t(functionsMessages.failed)}</Health>;
  if (of.ready === 'Unknown') return <Health state="Pending">{t(functionsMessages.starting)}</Health>;
  return of.instances === 0 ? (
    <Health state="Stopped">{t(functionsMessages.asleep)}</Health>
  ) : (
    <Health state="Running">{t(functionsMessages.ready)}</Health>
  );
}

interface Listed {
  readonly cluster: string;
}

function FunctionTable({ functions, cluster }: Listed & { readonly functions: readonly FunctionSummary[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<FunctionSummary>[] = [
    {
      id: 'name',
      head: t(functionsMessages.name),
      cell: ({ namespace, name }) => (
        <div className="two-lines">
          <Link
            className="strong break"
            to="/functions/$function"
            params={{ function: name }}
            search={{ ...place(cluster), namespace, part: 'code' }}
          >
            {name}
          </Link>
          <span className="small secondary">{namespace}</span>
        </div>
      ),
    },
    {
      id: 'state',
      head: t(functionsMessages.state),
      cell: (each) => (
        <div className="two-lines">
          <FunctionState of={each} />
          {each.message !== undefined && <span className="small secondary break">{each.message}</span>}
        </div>
      ),
    },
    { id: 'runtime', head: t(functionsMessages.runtime), cell: ({ runtime }) => runtime },
    {
      id: 'instances',
      head: t(functionsMessages.instances),
      numeric: true,
      cell: ({ readyInstances, instances }) => `${readyInstances}/${instances}`,
    },
    {
      id: 'revision',
      head: t(functionsMessages.revision),
      wideOnly: true,
      cell: ({ revision = '' }) => <span className="mono">{revision}</span>,
    },
    {
      id: 'created',
      head: t(functionsMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
  ];
  return (
    <Panel label={t(functionsMessages.title)}>
      <Table label={t(functionsMessages.title)} columns={columns} items={functions} itemKey={itemKey} />
    </Panel>
  );
}

function Validity({ valid }: Pick<FunctionWorkflowSummary, 'valid'>) {
  const { t } = useLanguage();
  if (valid === 'True') return <Health state="Running">{t(functionsMessages.valid)}</Health>;
  if (valid === 'False') return <Health state="Failed">{t(functionsMessages.invalid)}</Health>;
  return <Health state="Unknown">{t(functionsMessages.unchecked)}</Health>;
}

function ChainTable({ chains, cluster }: Listed & { readonly chains: readonly FunctionWorkflowSummary[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<FunctionWorkflowSummary>[] = [
    {
      id: 'name',
      head: t(functionsMessages.chain),
      cell: ({ namespace, name }) => (
        <div className="two-lines">
          <Link
            className="strong break"
            to="/functions/chains/$chain"
            params={{ chain: name }}
            search={{ ...place(cluster), namespace }}
          >
            {name}
          </Link>
          <span className="small secondary">{namespace}</span>
        </div>
      ),
    },
    { id: 'valid', head: t(functionsMessages.state), cell: ({ valid }) => <Validity valid={valid} /> },
    { id: 'nodes', head: t(functionsMessages.nodes), numeric: true, cell: ({ nodes }) => nodes },
    {
      id: 'created',
      head: t(functionsMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
  ];
  return (
    <Panel title={t(functionsMessages.chains)}>
      <Table label={t(functionsMessages.chains)} columns={columns} items={chains} itemKey={itemKey} />
    </Panel>
  );
}

function itemKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function place(cluster: string): { readonly cluster?: string } {
  return cluster === DEFAULT_CLUSTER ? {} : { cluster };
}
