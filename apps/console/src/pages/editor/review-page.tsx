import type { Plan, PlanAction, PlannedJob, PlannedStep } from '@kubemin/client';
import { type AnyDocument, Redactor, secretValues } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowRight, Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { type DocumentChange, documentChanges, draftChanges, type JsonObject } from '../../draft/index.ts';
import {
  Button,
  ChangeTag,
  Code,
  EmptyState,
  ErrorPanel,
  FieldChanges,
  Page,
  Segments,
  Skeleton,
  useHotkeys,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { reviewMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { createEditorModel } from './editor-model.ts';
import { reviewSearchSchema } from './editor-search.ts';
import { OpenedPage, type OpenedPageProps } from './opened-page.tsx';
import { documentText, useProblems } from './problems.ts';
import styles from './review-page.module.css';
import { isConflict, NEW_APP, useDraft } from './use-draft.ts';

/** What a deployment would change, before it starts. */
export function ReviewPage() {
  return <OpenedPage content={Review} />;
}

function Review({ path, opened }: OpenedPageProps) {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const navigate = useNavigate();
  const toast = useToast();
  const { operation = 'deploy', revision } = reviewSearchSchema.parse(useSearch({ strict: false }));
  const isRollback = operation === 'rollback';
  const draft = useDraft(opened);
  const [{ model }] = useState(createEditorModel);
  const document = draft.state.draft;
  const base = draft.state.base.document;
  const changes = useMemo(() => draftChanges(base, document), [base, document]);
  const { problems } = useProblems(document, model, draft.appId);
  const errors = isRollback ? [] : problems.filter(({ problem }) => problem.severity === 'error');
  const usesDraft = !isRollback && draft.hasChanges;
  const { text, format } = documentText(document, draft.appId);
  const plan = useQuery({
    queryKey: [
      queryKeys.plan,
      draft.appId ?? NEW_APP,
      operation,
      revision ?? 0,
      usesDraft ? text : opened.app?.revision,
    ],
    queryFn: ({ signal }) =>
      usesDraft || draft.appId === undefined
        ? client.planDocument({ text, format }, { lenient: true, signal })
        : client.planApplication(draft.appId, { operation, ...(revision !== undefined && { revision }) }, { signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const [busy, setBusy] = useState<'save' | 'deploy'>();
  const [error, setError] = useState<unknown>();
  const toCanvas = (): void => void navigate({ to: '/apps/$app/canvas', params: { app: path } });
  const act = async (kind: 'save' | 'deploy', work: () => Promise<void>): Promise<void> => {
    setBusy(kind);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      // The canvas shows what was saved meanwhile, and offers the merge.
      if (isConflict(thrown) && draft.appId !== undefined) toCanvas();
      setError(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  const save = (): Promise<void> =>
    act('save', async () => {
      const saved = await draft.save();
      toast({ text: t(reviewMessages.saved({ revision: saved.revision })) });
      void navigate({ to: '/apps/$app/canvas', params: { app: saved.name } });
    });
  const deploy = (): Promise<void> =>
    act('deploy', async () => {
      const run =
        isRollback && draft.appId !== undefined
          ? await client.rollbackApplication(draft.appId, revision === undefined ? {} : { revision })
          : await client.execWorkflow(draft.hasChanges ? (await draft.save()).id : (draft.appId ?? ''), {});
      void navigate({ to: '/runs/$run', params: { run: String(run.number) } });
    });
  const refused = plan.data?.summary.refused ?? 0;
  const [firstError] = errors;
  const right = can('deploy', String(document.project ?? ''))
    ? undefined
    : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  const blocker =
    right ??
    (firstError === undefined
      ? refused > 0
        ? t(reviewMessages.refusedJobs({ count: refused }))
        : plan.isError
          ? t(reviewMessages.planFailed)
          : undefined
      : t(reviewMessages.blockedBy({ problem: sent(firstError.problem, 'message', firstError.problem.message) })));
  const deployText =
    errors.length > 0
      ? t(reviewMessages.blocked({ count: errors.length }))
      : refused > 0
        ? t(reviewMessages.refusedJobs({ count: refused }))
        : t(isRollback ? reviewMessages.rollBack : reviewMessages.deploy);
  useHotkeys({ 'mod+Enter': () => blocker === undefined && busy === undefined && void deploy() });
  const title = isRollback
    ? revision === undefined
      ? t(reviewMessages.titleRollbackLast)
      : t(reviewMessages.titleRollback({ revision }))
    : usesDraft
      ? t(reviewMessages.title({ count: changes.count }))
      : t(reviewMessages.titleDeploy);
  return (
    <Page title={title} flush>
      <header className={styles.head}>
        <div className="wrap">
          <h1 className="title break">{title}</h1>
          <span className={`secondary grow ${styles.subject}`}>
            <Subject opened={opened} usesDraft={usesDraft} document={document} />
          </span>
          <Button onClick={toCanvas}>{t(reviewMessages.backToCanvas)}</Button>
          {usesDraft && (
            <Button busy={busy === 'save'} disabledReason={right} onClick={() => void save()}>
              {t(reviewMessages.saveOnly)}
            </Button>
          )}
          <Button kind="primary" busy={busy === 'deploy'} disabledReason={blocker} onClick={() => void deploy()}>
            {deployText}
          </Button>
        </div>
        {plan.data !== undefined && <Summary plan={plan.data} errors={errors.length} />}
        {error !== undefined && <ErrorPanel error={error} />}
      </header>
      {plan.isError && (
        <div className={styles.pad}>
          <ErrorPanel title={t(reviewMessages.planFailed)} error={plan.error} onRetry={() => void plan.refetch()} />
        </div>
      )}
      {plan.isPending && <Skeleton rows={10} />}
      {plan.data !== undefined && (
        <PlanView
          key={plan.dataUpdatedAt}
          plan={plan.data}
          modelChanges={isRollback ? undefined : maskedChanges(base, document, model.parse(document).document)}
        />
      )}
    </Page>
  );
}

function Subject({
  opened,
  usesDraft,
  document,
}: {
  readonly opened: OpenedPageProps['opened'];
  readonly usesDraft: boolean;
  readonly document: JsonObject;
}) {
  const { t } = useLanguage();
  const name = String(document.name ?? '');
  if (opened.app === undefined) return t(reviewMessages.newDraft({ app: name }));
  const { revision } = opened.app;
  return t(
    usesDraft ? reviewMessages.draftOf({ app: name, revision }) : reviewMessages.current({ app: name, revision }),
  );
}

/** Field changes of the document in which no secret can be read, also none that was typed just now. */
function maskedChanges(
  base: JsonObject,
  draft: JsonObject,
  document: AnyDocument | undefined,
): readonly DocumentChange[] {
  const redactor = document === undefined ? undefined : new Redactor(secretValues(document));
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return redactor === undefined ? value : redactor.text(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner)]));
  };
  return documentChanges(base, draft).map(({ field, before, after }) => ({
    field,
    ...(before !== undefined && { before: mask(before) }),
    ...(after !== undefined && { after: mask(after) }),
  }));
}

const SHOWN_ACTIONS: readonly PlanAction[] = ['create', 'update', 'replace', 'delete', 'run', 'refused', 'unknown'];

function Summary({ plan, errors }: { readonly plan: Plan; readonly errors: number }) {
  const { t } = useLanguage();
  const { summary } = plan;
  const warnings = plan.warnings.length + plan.problems.length;
  const still = summary.unchanged + summary.keep;
  return (
    <div className="wrap">
      {SHOWN_ACTIONS.filter((action) => summary[action] > 0).map((action) => (
        <span key={action} className="row">
          <ChangeTag action={action} />
          <span className="small">{summary[action]}</span>
        </span>
      ))}
      {still > 0 && <span className="small secondary">{t(reviewMessages.unchanged({ count: still }))}</span>}
      {plan.upToDate && <span className="secondary">{t(reviewMessages.upToDate)}</span>}
      <span className="grow" />
      {errors === 0 ? (
        <span className={styles.fine}>
          <Check size={14} aria-hidden />
          {t(reviewMessages.noErrors)}
        </span>
      ) : (
        <span className={styles.bad}>
          <CircleAlert size={14} aria-hidden />
          {t(reviewMessages.errors({ count: errors }))}
        </span>
      )}
      {warnings > 0 && (
        <span className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
          {t(reviewMessages.warnings({ count: warnings }))}
        </span>
      )}
    </div>
  );
}

interface PlanViewProps {
  readonly plan: Plan;
  readonly modelChanges: readonly DocumentChange[] | undefined;
}

function PlanView({ plan, modelChanges }: PlanViewProps) {
  const { t } = useLanguage();
  const [show, setShow] = useState<'objects' | 'model'>('objects');
  const [hidesUnchanged, setHides] = useState(false);
  const jobs = plan.steps.flatMap((step) => step.jobs);
  const [selected, select] = useState<PlannedJob | undefined>(
    jobs.find(({ action }) => action !== 'unchanged' && action !== 'keep') ?? jobs[0],
  );
  const isShown = ({ action }: PlannedJob): boolean => !hidesUnchanged || (action !== 'unchanged' && action !== 'keep');
  return (
    <>
      <div className={styles.split}>
        <div className={styles.tree}>
          <div className={styles.treeHead}>
            {modelChanges !== undefined && (
              <Segments
                label={t(reviewMessages.show)}
                value={show}
                options={[
                  { value: 'objects', text: t(reviewMessages.objects) },
                  { value: 'model', text: t(reviewMessages.model) },
                ]}
                onChange={setShow}
              />
            )}
            <span className="grow" />
            <Button size="small" kind="ghost" onClick={() => setHides(!hidesUnchanged)}>
              {t(hidesUnchanged ? reviewMessages.showUnchanged : reviewMessages.hideUnchanged)}
            </Button>
          </div>
          {plan.steps.map((step) => (
            <StepTree
              key={step.path.join('/')}
              step={step}
              isShown={isShown}
              selected={selected}
              onSelect={(job) => {
                select(job);
                setShow('objects');
              }}
            />
          ))}
        </div>
        <div className={styles.detail}>
          {show === 'model' && modelChanges !== undefined ? (
            <ModelChanges changes={modelChanges} />
          ) : selected === undefined ? (
            <EmptyState title={t(reviewMessages.choose)} />
          ) : (
            <JobDetail job={selected} />
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <OrderOfWork steps={plan.steps} />
        <Warnings plan={plan} />
      </div>
    </>
  );
}

interface StepTreeProps {
  readonly step: PlannedStep;
  readonly isShown: (job: PlannedJob) => boolean;
  readonly selected: PlannedJob | undefined;
  readonly onSelect: (job: PlannedJob) => void;
}

function StepTree({ step, isShown, selected, onSelect }: StepTreeProps) {
  const { t } = useLanguage();
  const jobs = step.jobs.filter(isShown);
  if (jobs.length === 0 && step.jobs.length > 0) return null;
  return (
    <section className={styles.step} aria-label={step.path.join(' / ')}>
      <div className="row">
        <span className="medium grow cut">{step.path.join(' / ')}</span>
        {step.condition !== undefined && (
          <code className="small hint cut">{t(reviewMessages.condition({ condition: step.condition }))}</code>
        )}
      </div>
      <ul>
        {jobs.map((job) => (
          <li key={jobKey(job)}>
            <button type="button" className={styles.job} aria-pressed={job === selected} onClick={() => onSelect(job)}>
              <span className="cut grow">
                {job.object?.kind ?? job.type} <span className="secondary">{job.object?.name ?? job.component}</span>
              </span>
              <ChangeTag action={job.action} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function jobKey({ type, component, object }: PlannedJob): string {
  return `${type} ${component} ${object?.kind ?? ''} ${object?.namespace ?? ''} ${object?.name ?? ''}`;
}

function JobDetail({ job }: { readonly job: PlannedJob }) {
  const { t, sent } = useLanguage();
  const [tab, setTab] = useState<'changes' | 'manifest'>('changes');
  const count = job.changes.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <>
      <div className={styles.detailHead}>
        <span className="strong">{job.object?.kind ?? job.type}</span>
        <span className="secondary cut">{job.object?.name ?? job.component}</span>
        <ChangeTag action={job.action} />
        {count > 0 && <span className="small secondary">{t(reviewMessages.fields({ count }))}</span>}
        <span className="grow" />
        <Segments
          label={t(reviewMessages.show)}
          value={tab}
          options={[
            { value: 'changes', text: t(reviewMessages.changesTab) },
            { value: 'manifest', text: t(reviewMessages.manifestTab) },
          ]}
          onChange={setTab}
        />
      </div>
      <div className={`secondary break ${styles.pad}`}>{sent(job, 'message', job.message)}</div>
      {job.changes.map((change) => (
        <section key={`${change.action} ${change.object.kind} ${change.object.name}`}>
          {job.changes.length > 1 && (
            <div className={`row ${styles.pad}`}>
              <span className="medium">{change.object.kind}</span>
              <span className="secondary cut grow">{change.object.name}</span>
              <ChangeTag action={change.action} />
            </div>
          )}
          {tab === 'changes' && change.fields.length > 0 && <FieldChanges fields={change.fields} />}
          {(tab === 'manifest' || (change.fields.length === 0 && change.action === 'create')) &&
            (change.manifest === undefined ? (
              <div className={`secondary ${styles.pad}`}>{t(reviewMessages.noManifest)}</div>
            ) : (
              <div className={styles.pad}>
                <Code text={stringify(change.manifest, { lineWidth: 0 })} />
              </div>
            ))}
          {tab === 'changes' && change.fields.length === 0 && change.action !== 'create' && (
            <div className={`secondary ${styles.pad}`}>{t(reviewMessages.noFields)}</div>
          )}
        </section>
      ))}
    </>
  );
}

function ModelChanges({ changes }: { readonly changes: readonly DocumentChange[] }) {
  const { t } = useLanguage();
  return changes.length === 0 ? (
    <EmptyState title={t(reviewMessages.noModelChanges)} />
  ) : (
    <FieldChanges fields={changes} />
  );
}

function OrderOfWork({ steps }: { readonly steps: readonly PlannedStep[] }) {
  const { t } = useLanguage();
  return (
    <section className={styles.order} aria-label={t(reviewMessages.order)}>
      <h2 className="heading">{t(reviewMessages.order)}</h2>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <li key={step.path.join('/')} className="row">
            {at > 0 && <ArrowRight size={14} className="hint" aria-hidden />}
            <span className={styles.stepBox}>
              <span className="small medium">
                {at + 1} · {step.path.join(' / ')}
              </span>
              <span className="small secondary">{t(reviewMessages.jobs({ count: step.jobs.length }))}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Warnings({ plan }: { readonly plan: Plan }) {
  const { t, sent } = useLanguage();
  const texts = [
    ...plan.warnings.map((warning, at) => ({
      key: `${at} ${warning}`,
      text: sent(plan, `warnings.${at}`, warning),
      fix: undefined,
    })),
    ...plan.problems.map((problem) => ({
      key: `${problem.path} ${problem.code}`,
      text: `${problem.path}: ${sent(problem, 'message', problem.message)}`,
      fix: problem.fix === undefined ? undefined : sent(problem, 'fix', problem.fix),
    })),
  ];
  return (
    <section className={styles.warnings} aria-label={t(reviewMessages.attention)}>
      <h2 className="heading">{t(reviewMessages.attention)}</h2>
      {texts.length === 0 && <span className="secondary">{t(reviewMessages.noWarnings)}</span>}
      <ul className="stack">
        {texts.map(({ key, text, fix }) => (
          <li key={key} className="row">
            <TriangleAlert size={14} className={styles.warning} aria-hidden />
            <span className="break">
              {text} {fix !== undefined && <span className="secondary">{fix}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
