import type { FunctionDetail } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  Code,
  type Column,
  CommandMenu,
  Confirm,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Health,
  Moment,
  NotFoundPanel,
  Page,
  PageHead,
  Panel,
  RefetchError,
  Segments,
  Skeleton,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { isNotFound, queryKeys, usePlatform } from '../../platform/index.ts';
import { FunctionCodePart } from './function-code-part.tsx';
import type { FunctionPartProps } from './function-part.ts';
import { type FunctionPlace, functionLogsQuery, functionQuery } from './function-queries.ts';
import { FunctionScalePart } from './function-scale-part.tsx';
import { FunctionTestPart } from './function-test-part.tsx';
import { FunctionState } from './functions-page.tsx';
import { FUNCTION_PARTS, functionSearchSchema } from './functions-search.ts';

export function FunctionPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { function: name = '' } = useParams({ strict: false });
  const search = functionSearchSchema.parse(useSearch({ strict: false }));
  const place: FunctionPlace = { cluster: search.cluster ?? DEFAULT_CLUSTER, namespace: search.namespace, name };
  const found = useQuery(functionQuery(client, place));
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  if (isNotFound(found.error)) return <NotFoundPanel title={t(functionsMessages.notFound({ name }))} />;
  return (
    <Page title={name}>
      <PageHead
        title={name}
        beside={found.data !== undefined && <FunctionState of={found.data} />}
        facts={found.data !== undefined && `${found.data.runtime} · ${search.namespace}`}
        actions={
          <>
            <CommandMenu commands={commands(place)} />
            <Button onClick={() => setDeleting(true)}>{t(functionsMessages.delete)}</Button>
          </>
        }
      />
      <Segments
        label={t(functionsMessages.part)}
        value={search.part}
        options={FUNCTION_PARTS.map((value) => ({ value, text: t(functionsMessages[value]) }))}
        onChange={(part) => void navigate({ to: '.', search: { ...search, part }, replace: true })}
      />
      {found.isError && found.data === undefined && (
        <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <Skeleton rows={6} />}
      {found.data !== undefined && (
        <>
          <RefetchError query={found} />
          <FunctionPart part={search.part} detail={found.data} place={place} />
        </>
      )}
      {isDeleting && (
        <Confirm
          open
          onClose={() => setDeleting(false)}
          title={t(functionsMessages.deleteTitle({ name }))}
          action={t(functionsMessages.deleteAction)}
          onConfirm={async () => {
            await client.deleteFunction(place.cluster, place.namespace, name);
            await queries.invalidateQueries({ queryKey: [queryKeys.functions, place.cluster], exact: true });
            void navigate({ to: '/functions' });
          }}
        >
          <p className="secondary">{t(functionsMessages.deleteHelp)}</p>
        </Confirm>
      )}
    </Page>
  );
}

function commands({ namespace, name }: FunctionPlace): readonly string[] {
  const at = namespace === 'default' ? [] : ['-n', namespace];
  return [
    cliCommand('fn', 'invoke', name, ...at),
    cliCommand('fn', 'logs', name, '-f', ...at),
    cliCommand('fn', 'scale', name, '--max', '5', ...at),
    cliCommand('fn', 'rm', name, ...at),
  ];
}

const PARTS = {
  code: FunctionCodePart,
  test: FunctionTestPart,
  triggers: Triggers,
  scale: FunctionScalePart,
  versions: Versions,
  logs: Logs,
};

function FunctionPart({ part, ...props }: FunctionPartProps & { readonly part: keyof typeof PARTS }) {
  const Part = PARTS[part];
  return <Part {...props} />;
}

function Triggers({ detail }: FunctionPartProps) {
  const { t } = useLanguage();
  return (
    <Panel title={t(functionsMessages.triggers)} padded>
      <div className="stack">
        <h3 className="small secondary">{t(functionsMessages.byHttp)}</h3>
        <Code text={`curl -d '{}' ${detail.url ?? ''}`} />
        <p className="small secondary">{t(functionsMessages.otherTriggers)}</p>
        <Code text={cliCommand('kubectl', 'get', 'eventtriggers', '-n', detail.namespace)} />
      </div>
    </Panel>
  );
}

type Revision = FunctionDetail['revisions'][number];

function Versions({ detail }: FunctionPartProps) {
  const { t } = useLanguage();
  const columns: readonly Column<Revision>[] = [
    { id: 'name', head: t(functionsMessages.revision), cell: ({ name }) => <span className="mono break">{name}</span> },
    {
      id: 'state',
      head: t(functionsMessages.state),
      cell: ({ ready, message }) => (
        <div className="two-lines">
          {ready === undefined && <Health state="Pending">{t(functionsMessages.starting)}</Health>}
          {ready === true && <Health state="Running">{t(functionsMessages.loaded)}</Health>}
          {ready === false && <Health state="Failed">{t(functionsMessages.failed)}</Health>}
          {message !== undefined && <span className="small secondary break">{message}</span>}
        </div>
      ),
    },
    { id: 'instances', head: t(functionsMessages.instances), numeric: true, cell: ({ instances }) => instances },
    {
      id: 'created',
      head: t(functionsMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
  ];
  return (
    <Panel title={t(functionsMessages.versions)}>
      <Table
        label={t(functionsMessages.versions)}
        columns={columns}
        items={detail.revisions.toReversed()}
        itemKey={({ name }) => name}
      />
    </Panel>
  );
}

function Logs({ place }: FunctionPartProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const logs = useQuery(functionLogsQuery(client, place));
  if (logs.isError) return <ErrorPanel error={logs.error} onRetry={() => void logs.refetch()} />;
  if (logs.isPending) return <Skeleton rows={6} />;
  const { lines } = logs.data;
  if (lines.length === 0) return <EmptyState title={t(functionsMessages.noLogs)} />;
  return (
    <Panel title={t(functionsMessages.logs)} padded>
      <Code text={lines.map(({ pod, text }) => `[${pod}] ${text}`).join('\n')} />
    </Panel>
  );
}
