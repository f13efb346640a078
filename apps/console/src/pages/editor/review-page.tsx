import type { Plan, PlanAction } from '@kubemin/client';
import { SECRET_MASK } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type DocumentChange,
  documentChanges,
  draftChanges,
  findLostSecrets,
  hideSecrets,
  type JsonObject,
  readComponents,
  secretRedactor,
} from '../../draft/index.ts';
import {
  Button,
  ChangeTag,
  CommandMenu,
  cliCommand,
  ErrorPanel,
  Page,
  Skeleton,
  useErrorText,
  useHotkeys,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, reviewMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { findDeployBlocker } from './deploy-blocker.ts';
import { reviewSearchSchema } from './editor-search.ts';
import { OpenedPage, type OpenedPageProps } from './opened-page.tsx';
import { PlanView } from './plan-view.tsx';
import { documentText, useProblems } from './problems.ts';
import styles from './review-page.module.css';
import { isConflict, NEW_APP, useDraft } from './use-draft.ts';
import { useEditorModel } from './use-editor-model.ts';

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
  const errorText = useErrorText();
  const { operation = 'deploy', revision } = reviewSearchSchema.parse(useSearch({ strict: false }));
  const isRollback = operation === 'rollback';
  const draft = useDraft(opened);
  const { model } = useEditorModel();
  const document = draft.state.draft;
  const base = draft.state.base.document;
  const changes = useMemo(() => draftChanges(base, document), [base, document]);
  const { problems, isCurrent } = useProblems(document, model, draft.appId);
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
    // Made once for each visit: returning to the tab makes no other one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
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
  const show = (run: { readonly number: number }): void =>
    void navigate({ to: '/runs/$run', params: { run: String(run.number) } });
  const deploy = (): Promise<void> =>
    act('deploy', async () => {
      if (isRollback && draft.appId !== undefined) {
        show(await client.rollbackApplication(draft.appId, revision === undefined ? {} : { revision }));
        return;
      }
      const saved = draft.hasChanges ? await draft.save() : undefined;
      try {
        show(await client.execWorkflow(saved?.id ?? draft.appId ?? '', {}));
      } catch (thrown) {
        if (saved === undefined || draft.appId !== undefined) throw thrown;
        // The new application is stored: from its own page, only the run is tried again.
        toast({ text: t(reviewMessages.savedNotStarted({ ...saved, reason: errorText(thrown) })), isError: true });
        void navigate({ to: '/apps/$app/plan', params: { app: saved.id }, replace: true });
      }
    });
  const refused = plan.data?.summary.refused ?? 0;
  const [firstError] = errors;
  const lost = findLostSecrets(document).length;
  const right = !can('deploy', String(document.project ?? ''))
    ? t(shellMessages.scopeNeeded({ scope: 'deploy' }))
    : lost > 0
      ? t(editorMessages.secretsLost({ count: lost }))
      : undefined;
  const blocked = findDeployBlocker({
    lostSecrets: lost,
    firstError: firstError && sent(firstError.problem, 'message', firstError.problem.message),
    isChecked: isRollback || isCurrent,
    plan,
  });
  const blocker = right ?? (blocked && t(blocked));
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
          <CommandMenu commands={reviewCommands({ name: opened.app?.name, isRollback, usesDraft, revision })} />
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
          plan={plan.data}
          modelChanges={isRollback ? undefined : maskedChanges(base, document)}
          components={opened.app?.components ?? []}
          appId={opened.app?.id}
          names={readComponents(document).map(({ name }) => name)}
        />
      )}
    </Page>
  );
}

interface ReviewedRun {
  /** Of a stored application. */
  readonly name: string | undefined;
  readonly isRollback: boolean;
  readonly usesDraft: boolean;
  readonly revision: number | undefined;
}

/** What does the same in a terminal. A draft is a file there. */
function reviewCommands({ name, isRollback, usesDraft, revision }: ReviewedRun): readonly string[] {
  if (name === undefined)
    return [cliCommand('deploy', 'kubemin.yaml', '--dry-run'), cliCommand('deploy', 'kubemin.yaml')];
  if (isRollback) {
    const words = ['rollback', name, ...(revision === undefined ? [] : [String(revision)])];
    return [cliCommand(...words, '--dry-run'), cliCommand(...words)];
  }
  const file = `${name}.yaml`;
  return [
    ...(usesDraft ? [] : [cliCommand('diff', name)]),
    cliCommand('export', name, '--format', 'document', '-f', file),
    cliCommand('diff', file),
    cliCommand('deploy', file),
  ];
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
function maskedChanges(base: JsonObject, draft: JsonObject): readonly DocumentChange[] {
  const redactor = secretRedactor(draft);
  return documentChanges(base, hideSecrets(draft, NEW_SECRET)).map(({ field, before, after }) => ({
    field,
    ...(before !== undefined && { before: redactor.value(before) }),
    ...(after !== undefined && { after: redactor.value(after) }),
  }));
}

/** A value of a secret that the deployment stores. */
const NEW_SECRET = `${SECRET_MASK} *`;

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
