import type { Plan, PlannedJob, PlannedStep } from '@kubemin/client';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useLanguage } from '../../language/index.ts';
import { reviewMessages } from '../../messages/index.ts';
import styles from './review-page.module.css';

/** The jobs in the order in which they run: by step, and by priority within one. */
export function OrderOfWork({ steps }: { readonly steps: readonly PlannedStep[] }) {
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
              {step.jobs.length === 0 && (
                <span className="small secondary">{t(reviewMessages.jobs({ count: 0 }))}</span>
              )}
              <ol>
                {byPriority(step.jobs).map(({ priority, jobs }) => (
                  <li key={priority} className="small secondary" title={jobs.map(jobText).join(', ')}>
                    {t(reviewMessages.priority({ priority, objects: countByComponent(jobs) }))}
                  </li>
                ))}
              </ol>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function byPriority(jobs: readonly PlannedJob[]) {
  return [...Map.groupBy(jobs, ({ priority }) => priority)]
    .map(([priority, group]) => ({ priority, jobs: group }))
    .toSorted((left, right) => left.priority - right.priority);
}

/** `api 3` for three jobs of a component: the tree above has each of them. */
function countByComponent(jobs: readonly PlannedJob[]): readonly string[] {
  return [...Map.groupBy(jobs, (job) => job.component || jobText(job))].map(([name, group]) =>
    group.length === 1 ? name : `${name} × ${group.length}`,
  );
}

function jobText({ object, type, component }: PlannedJob): string {
  // A component has several Services: only their own names differ.
  return object === undefined ? `${type} ${component}`.trim() : `${object.kind} ${object.name}`;
}

/** What deserves attention and does not block the deployment. */
export function PlanWarnings({ plan }: { readonly plan: Plan }) {
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
      {texts.length === 0 ? (
        <span className="secondary">{t(reviewMessages.noWarnings)}</span>
      ) : (
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
      )}
    </section>
  );
}
