import type { FunctionRun, FunctionRunSummary, FunctionWorkflowDetail } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Banner,
  Button,
  Code,
  type Column,
  EmptyState,
  ErrorPanel,
  Field,
  FormDialog,
  NotFoundPanel,
  Page,
  PageHead,
  Panel,
  RefetchError,
  Skeleton,
  StateChip,
  Table,
  Textarea,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { isNotFound, usePlatform } from '../../platform/index.ts';
import { ChainGraph } from './chain-graph.tsx';
import { useStored } from './function-part.ts';
import { chainQuery, chainRunQuery, type FunctionPlace } from './function-queries.ts';
import styles from './functions.module.css';
import { chainSearchSchema } from './functions-search.ts';
import { parseArguments } from './json-arguments.ts';

export function ChainPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { chain: name = '' } = useParams({ strict: false });
  const search = chainSearchSchema.parse(useSearch({ strict: false }));
  const place: FunctionPlace = { cluster: search.cluster ?? DEFAULT_CLUSTER, namespace: search.namespace, name };
  const chain = useQuery(chainQuery(client, place));
  const run = useQuery({
    ...chainRunQuery(client, { ...place, name: search.run ?? '' }),
    enabled: search.run !== undefined,
  });
  const [isStarting, setStarting] = useState(false);
  if (isNotFound(chain.error)) return <NotFoundPanel title={t(functionsMessages.chainNotFound({ name }))} />;
  const executed = new Set(search.run === undefined ? [] : (run.data?.nodes.map(({ node }) => node) ?? []));
  return (
    <Page title={name}>
      <PageHead
        title={name}
        facts={`${t(functionsMessages.chain)} · ${search.namespace}`}
        actions={
          <Button kind="primary" onClick={() => setStarting(true)}>
            {t(functionsMessages.start)}
          </Button>
        }
      />
      {chain.isError && chain.data === undefined && (
        <ErrorPanel error={chain.error} onRetry={() => void chain.refetch()} />
      )}
      {chain.isPending && <Skeleton rows={6} />}
      {chain.data !== undefined && (
        <>
          <RefetchError query={chain} />
          <Problems chain={chain.data} />
          <Panel>
            <ChainGraph graph={chain.data.graph} startNode={chain.data.startNode} executed={executed} />
          </Panel>
          {search.run !== undefined && run.data !== undefined && <RunTimeline run={run.data} />}
          {search.run !== undefined && run.isError && (
            <ErrorPanel error={run.error} onRetry={() => void run.refetch()} />
          )}
          <Runs runs={chain.data.runs} chain={name} />
        </>
      )}
      {isStarting && (
        <StartDialog place={place} given={chain.data?.startArguments} onClose={() => setStarting(false)} />
      )}
    </Page>
  );
}

function Problems({ chain }: { readonly chain: FunctionWorkflowDetail }) {
  const { t } = useLanguage();
  if (chain.problems.length === 0) return null;
  return (
    <Panel title={t(functionsMessages.problems)} padded>
      <ul className="stack">
        {chain.problems.map(({ path, code, message }) => (
          <li key={`${path} ${code}`} className="break">
            <span className="mono small secondary">{path}</span> {message}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const PHASES = {
  Pending: 'waiting',
  Running: 'running',
  Succeeded: 'completed',
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const;

function Phase({ phase }: { readonly phase: string }) {
  const known = Object.entries(PHASES).find(([name]) => name === phase)?.[1];
  return known === undefined ? phase : <StateChip state={known} />;
}

function Runs({ runs, chain }: { readonly runs: readonly FunctionRunSummary[]; readonly chain: string }) {
  const { t } = useLanguage();
  const search = chainSearchSchema.parse(useSearch({ strict: false }));
  const columns: readonly Column<FunctionRunSummary>[] = [
    {
      id: 'run',
      head: t(functionsMessages.run),
      cell: ({ name }) => (
        <Link className="strong" to="/functions/chains/$chain" params={{ chain }} search={{ ...search, run: name }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'phase',
      head: t(functionsMessages.phase),
      cell: ({ phase, error }) => (
        <div className="two-lines">
          <span>
            <Phase phase={phase} />
          </span>
          {error !== undefined && <span className="small secondary break">{error}</span>}
        </div>
      ),
    },
    { id: 'steps', head: t(functionsMessages.steps), numeric: true, cell: ({ steps }) => steps },
    {
      id: 'duration',
      head: t(functionsMessages.duration),
      wideOnly: true,
      cell: ({ startTime, endTime }) =>
        startTime === undefined || endTime === undefined
          ? ''
          : t(functionsMessages.milliseconds({ ms: Date.parse(endTime) - Date.parse(startTime) })),
    },
  ];
  return (
    <Panel title={t(functionsMessages.runs)}>
      {runs.length === 0 ? (
        <EmptyState title={t(functionsMessages.noRuns)} />
      ) : (
        <Table label={t(functionsMessages.runs)} columns={columns} items={runs} itemKey={({ name }) => name} />
      )}
    </Panel>
  );
}

type RunNode = FunctionRun['nodes'][number];

/** The nodes of a run, each with a bar from its start to its end, its input and its output. */
function RunTimeline({ run }: { readonly run: FunctionRun }) {
  const { t } = useLanguage();
  const times = run.nodes.flatMap(({ startTime, endTime }) =>
    [startTime, endTime].flatMap((time) => (time === undefined ? [] : [Date.parse(time)])),
  );
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const share = (time: number): number => (to > from ? (100 * (time - from)) / (to - from) : 0);
  const columns: readonly Column<RunNode>[] = [
    {
      id: 'node',
      head: t(functionsMessages.node),
      cell: ({ node, type, error }) => (
        <div className="two-lines">
          <span className="strong break">{node}</span>
          <span className="small secondary break">{error ?? type}</span>
        </div>
      ),
    },
    {
      id: 'timeline',
      head: t(functionsMessages.timeline),
      cell: ({ startTime, endTime, error }) => {
        const start = startTime === undefined ? from : Date.parse(startTime);
        const end = endTime === undefined ? to : Date.parse(endTime);
        const text = t(functionsMessages.milliseconds({ ms: end - start }));
        return (
          <div className="two-lines">
            <span className={styles.bar} role="img" aria-label={text}>
              <span
                className={[styles.barPart, error !== undefined && styles.barFailed].filter(Boolean).join(' ')}
                style={{ left: `${share(start)}%`, width: `${Math.max(0, share(end) - share(start))}%` }}
              />
            </span>
            <span className="small secondary">{text}</span>
          </div>
        );
      },
    },
    { id: 'input', head: t(functionsMessages.input), cell: ({ input }) => <Data value={input} /> },
    {
      id: 'output',
      head: t(functionsMessages.output),
      cell: ({ output }) =>
        output === undefined ? (
          <span className="secondary">{t(functionsMessages.dataUnchanged)}</span>
        ) : (
          <Data value={output} />
        ),
    },
  ];
  return (
    <Panel title={t(functionsMessages.runName({ name: run.name }))} actions={<Phase phase={run.phase} />}>
      {run.error !== undefined && <Banner kind="failed" label={t(functionsMessages.run)} title={run.error} />}
      <Table label={run.name} columns={columns} items={run.nodes} itemKey={({ step }) => String(step)} />
      {run.result !== undefined && <Code text={JSON.stringify(run.result, undefined, 2)} />}
    </Panel>
  );
}

function Data({ value }: { readonly value: RunNode['input'] }) {
  return value === undefined ? null : (
    <div className={styles.data} tabIndex={0}>
      {JSON.stringify(value)}
    </div>
  );
}

interface StartDialogProps {
  readonly place: FunctionPlace;
  /** The start arguments of the workflow. */
  readonly given: FunctionWorkflowDetail['startArguments'];
  readonly onClose: () => void;
}

function StartDialog({ place, given = {}, onClose }: StartDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const search = chainSearchSchema.parse(useSearch({ strict: false }));
  const stored = useStored();
  const [text, setText] = useState(JSON.stringify(given));
  const parsed = parseArguments(text);
  const isWrong = parsed === undefined ? t(functionsMessages.notJson) : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t(functionsMessages.start)}
      action={t(functionsMessages.start)}
      missing={isWrong}
      command={['chain', 'invoke', place.name, '-d', text]}
      onSubmit={async () => {
        const body = { arguments: parsed ?? {} };
        const { name } = await client.startFunctionRun(place.cluster, place.namespace, place.name, body);
        stored(t(functionsMessages.started({ name })));
        void navigate({ to: '.', search: { ...search, run: name } });
      }}
    >
      <Field label={t(functionsMessages.arguments)} error={isWrong}>
        <Textarea className="mono" rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
