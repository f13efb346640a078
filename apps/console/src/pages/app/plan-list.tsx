import type { PlanRequest } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { ChangeTag, ErrorPanel, FieldChanges, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';

interface PlanListProps {
  readonly appId: string;
  readonly request: Partial<PlanRequest> & Pick<PlanRequest, 'operation'>;
  /** Whether the fields that change are shown, too. */
  readonly hasFields?: boolean;
}

/** What an operation would do with the objects of an application, as the server plans it now. */
export function PlanList({ appId, request, hasFields = false }: PlanListProps) {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const plan = useQuery({
    queryKey: [queryKeys.plan, appId, request],
    queryFn: ({ signal }) => client.planApplication(appId, request, { signal }),
    staleTime: 0,
  });
  if (plan.isError)
    return <ErrorPanel error={plan.error} title={t(appMessages.planFailed)} onRetry={() => void plan.refetch()} />;
  if (plan.data === undefined) return <Skeleton rows={3} />;
  const jobs = plan.data.steps.flatMap((step) =>
    step.jobs.map((job) => ({
      key: `${step.path.join('/')} ${job.type} ${job.component} ${job.object?.kind ?? ''} ${job.object?.name ?? ''}`,
      job,
    })),
  );
  const shown = jobs.filter(({ job }) => job.action !== 'unchanged');
  if (shown.length === 0) return <p className="secondary">{t(appMessages.planEmpty)}</p>;
  return (
    <section className={styles.plan} tabIndex={0} aria-label={t(appMessages.plan)}>
      {shown.map(({ key, job }) => (
        <div key={key} className={styles.planRow}>
          <ChangeTag action={job.action} />
          <span className="medium">{job.object?.kind ?? job.type}</span>
          <span className="secondary break">{job.object?.name ?? job.component}</span>
          {job.action !== 'delete' && job.message !== '' && (
            <span className="small secondary break">{sent(job, 'message', job.message)}</span>
          )}
          {hasFields &&
            job.changes
              .filter(({ fields }) => fields.length > 0)
              .map((change) => (
                <div key={`${change.object.kind} ${change.object.name}`} className="grow">
                  <FieldChanges fields={change.fields} />
                </div>
              ))}
        </div>
      ))}
      {plan.data.warnings.map((warning, at) => (
        <div key={warning} className={styles.planRow}>
          <span className="small secondary break">{sent(plan.data, `warnings.${at}`, warning)}</span>
        </div>
      ))}
    </section>
  );
}
