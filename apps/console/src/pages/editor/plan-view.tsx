import { decodeMessage } from '@kubemin/base/message';
import {
  type Component,
  componentDrift,
  type FieldChange,
  type Plan,
  type PlannedJob,
  type PlannedStep,
} from '@kubemin/client';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import type { DocumentChange } from '../../draft/index.ts';
import { Button, ChangeTag, Code, EmptyState, FieldChanges, Segments } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { reviewMessages } from '../../messages/index.ts';
import { useDiffLayout } from '../../preferences/index.ts';
import { OrderOfWork, PlanWarnings } from './plan-order.tsx';
import styles from './review-page.module.css';

interface PlanViewProps {
  readonly plan: Plan;
  readonly modelChanges: readonly DocumentChange[] | undefined;
  /** As they are in the cluster. */
  readonly components: readonly Component[];
  /** Of a stored application. */
  readonly appId: string | undefined;
  /** Of the components of the document, in its order. */
  readonly names: readonly string[];
}

/** All objects of a plan, what changes in each, and in which order. */
export function PlanView({ plan, modelChanges, components, appId, names }: PlanViewProps) {
  const { t } = useLanguage();
  const [show, setShow] = useState<'objects' | 'model'>('objects');
  const [hidesUnchanged, setHides] = useState(false);
  const [layout, setLayout] = useDiffLayout();
  const jobs = plan.steps.flatMap((step) => step.jobs);
  const drift = useMemo(
    () => new Map(components.map((component) => [component.name, new Set(componentDrift(component).map(plainField))])),
    [components],
  );
  const [selected, select] = useState<PlannedJob | undefined>(
    jobs.find(({ changes }) => changes.some(({ fields, action }) => fields.length > 0 || action === 'create')) ??
      jobs.find(({ action }) => action !== 'unchanged' && action !== 'keep') ??
      jobs[0],
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
              drift={drift}
              appId={appId}
              onSelect={(job) => {
                select(job);
                setShow('objects');
              }}
            />
          ))}
        </div>
        <div className={styles.detail}>
          {show === 'model' && modelChanges !== undefined ? (
            <ModelChanges changes={modelChanges} layout={layout} onLayout={setLayout} />
          ) : selected === undefined ? (
            <EmptyState title={t(reviewMessages.choose)} />
          ) : (
            <JobDetail
              job={selected}
              appId={appId}
              names={names}
              drifted={driftedFields(selected, drift)}
              layout={layout}
              onLayout={setLayout}
            />
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <OrderOfWork steps={plan.steps} />
        <PlanWarnings plan={plan} />
      </div>
    </>
  );
}

interface StepTreeProps {
  readonly step: PlannedStep;
  readonly isShown: (job: PlannedJob) => boolean;
  readonly selected: PlannedJob | undefined;
  readonly drift: Drift;
  readonly appId: string | undefined;
  readonly onSelect: (job: PlannedJob) => void;
}

function StepTree({ step, isShown, selected, drift, appId, onSelect }: StepTreeProps) {
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
              <span className="cut grow" title={job.object?.name}>
                {job.object?.kind ?? job.type} <span className="secondary">{shownName(job, appId)}</span>
              </span>
              {driftedFields(job, drift).size > 0 && <ChangeTag action="drifted" />}
              <ChangeTag action={job.action} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without the id of the application, which would hide the end of each name. */
function shownName({ object, component }: PlannedJob, appId: string | undefined): string {
  if (object === undefined) return component;
  return appId === undefined ? object.name : object.name.replace(`-${appId}`, '');
}

/** `component[4].image` is where the change comes from; people know the component by its name. */
function withComponentName(field: FieldChange, names: readonly string[]): FieldChange {
  if (field.cause === undefined) return field;
  const cause = field.cause.replace(/^component\[(\d+)\]/, (path, at: string) => names[Number(at)] ?? path);
  return { ...field, cause };
}

function jobKey({ type, component, object }: PlannedJob): string {
  return `${type} ${component} ${object?.kind ?? ''} ${object?.namespace ?? ''} ${object?.name ?? ''}`;
}

/** Fields that others changed in the cluster since the last run, by component. */
type Drift = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of the fields which a job changes. */
function driftedFields({ component, changes }: PlannedJob, drift: Drift): ReadonlySet<string> {
  const own = drift.get(component);
  if (own === undefined) return new Set();
  return new Set(changes.flatMap(({ fields }) => fields.map(({ field }) => field)).filter((field) => own.has(field)));
}

/** `containers[name="web"]` of a status is `containers[web]` of a plan. */
function plainField(field: string): string {
  return field.replace(/\[[^\]"]+="([^"]*)"\]/g, '[$1]');
}

interface LayoutProps {
  readonly layout: 'unified' | 'split';
  readonly onLayout: (layout: 'unified' | 'split') => void;
}

function LayoutChoice({ layout, onLayout }: LayoutProps) {
  const { t } = useLanguage();
  return (
    <Segments
      label={t(reviewMessages.layout)}
      value={layout}
      options={[
        { value: 'unified', text: t(reviewMessages.unified) },
        { value: 'split', text: t(reviewMessages.split) },
      ]}
      onChange={onLayout}
    />
  );
}

interface JobDetailProps extends LayoutProps {
  readonly job: PlannedJob;
  readonly appId: string | undefined;
  readonly names: readonly string[];
  readonly drifted: ReadonlySet<string>;
}

/** Messages that state no more than the tag of the action. */
const IN_TAG = ['engine.delivery.created', 'engine.delivery.updated'];

function isInTag({ texts, message }: PlannedJob): boolean {
  return IN_TAG.includes(decodeMessage(texts?.message, message)?.code ?? '');
}

function JobDetail({ job, appId, names, drifted, layout, onLayout }: JobDetailProps) {
  const { t, sent } = useLanguage();
  const [tab, setTab] = useState<'changes' | 'manifest'>('changes');
  const count = job.changes.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <>
      <div className={styles.detailHead}>
        <span className="strong">{job.object?.kind ?? job.type}</span>
        <span className="secondary cut" title={job.object?.name}>
          {shownName(job, appId)}
        </span>
        <ChangeTag action={job.action} />
        {count > 0 && <span className="small secondary">{t(reviewMessages.fields({ count }))}</span>}
        {drifted.size > 0 && <ChangeTag action="drifted" />}
        <span className="grow" />
        {tab === 'changes' && count > 0 && <LayoutChoice layout={layout} onLayout={onLayout} />}
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
      {!isInTag(job) && <div className={`secondary break ${styles.pad}`}>{sent(job, 'message', job.message)}</div>}
      {job.changes.map((change) => (
        <section key={`${change.action} ${change.object.kind} ${change.object.name}`}>
          {job.changes.length > 1 && (
            <div className={`row ${styles.pad}`}>
              <span className="medium">{change.object.kind}</span>
              <span className="secondary cut grow">{change.object.name}</span>
              <ChangeTag action={change.action} />
            </div>
          )}
          {tab === 'changes' && change.fields.length > 0 && (
            <FieldChanges
              fields={change.fields.map((field) => withComponentName(field, names))}
              layout={layout}
              drifted={drifted}
            />
          )}
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

function ModelChanges({ changes, layout, onLayout }: LayoutProps & { readonly changes: readonly DocumentChange[] }) {
  const { t } = useLanguage();
  return changes.length === 0 ? (
    <EmptyState title={t(reviewMessages.noModelChanges)} />
  ) : (
    <>
      <div className={styles.detailHead}>
        <span className="grow" />
        <LayoutChoice layout={layout} onLayout={onLayout} />
      </div>
      <FieldChanges fields={changes} layout={layout} />
    </>
  );
}
