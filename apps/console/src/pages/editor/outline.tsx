import { ArrowDown, ArrowUp, Plus, RotateCcw } from 'lucide-react';
import type { DraftComponent, Lane } from '../../draft/index.ts';
import { Button, IconButton, Panel, Tag, TypeIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { useCardKeys } from './card-keys.ts';
import { CardMenu, StepMenu } from './card-menu.tsx';
import { ChangeMark, ComponentHealth, DriftMark, useComponentView, usePlaceText } from './component-view.tsx';
import { isDelivering, useLaneName } from './editor-actions.ts';
import { useEditor } from './editor-context.tsx';
import { focusInspector } from './editor-focus.ts';
import { ProblemBadge } from './form/index.ts';
import styles from './outline.module.css';
import { countProblems, laneProblems } from './problems.ts';

/** The canvas as nested lists, with the same actions. */
export function Outline() {
  const { t } = useLanguage();
  const { lanes, changes, actions, openDialog } = useEditor();
  const removed = [...changes.components].flatMap(([name, change]) => (change === 'removed' ? [name] : []));
  return (
    <div className={styles.outline}>
      <ol className={styles.lanes}>
        {lanes.map((lane, index) => (
          <li key={lane.id}>
            <OutlineLane lane={lane} index={index} />
          </li>
        ))}
      </ol>
      {removed.map((name) => (
        <div key={name} className="row">
          <ChangeMark view={{ change: 'removed' }} />
          <span className="grow cut">{name}</span>
          <Button size="small" icon={<RotateCcw size={12} aria-hidden />} onClick={() => actions.restore(name)}>
            {t(editorMessages.restore)}
          </Button>
        </div>
      ))}
      <div className="wrap">
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => openDialog({ kind: 'add' })}>
          {t(editorMessages.addComponent)}
        </Button>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => actions.addStep()}>
          {t(editorMessages.addStep)}
        </Button>
      </div>
    </div>
  );
}

function OutlineLane({ lane, index }: { readonly lane: Lane; readonly index: number }) {
  const { t } = useLanguage();
  const { problems, openDialog, actions } = useEditor();
  const laneName = useLaneName();
  if (lane.kind === 'unscheduled' && lane.components.length === 0) return null;
  const name = laneName(lane);
  const mode = lane.kind === 'step' ? lane.step.mode : lane.kind === 'derived' ? lane.mode : undefined;
  const isSequential = mode === 'StepByStep';
  const counts = countProblems(laneProblems(problems, lane, index));
  return (
    <Panel
      label={t(editorMessages.stepLabel({ name }))}
      title={
        <span className="row">
          <span className="cut">{name}</span>
          {lane.kind === 'step' && lane.step.jobType !== 'deploy' && <Tag>{lane.step.jobType}</Tag>}
          <ProblemBadge {...counts} />
        </span>
      }
      actions={
        <>
          {lane.kind === 'step' && isDelivering(lane) && (
            <Button
              size="small"
              kind="ghost"
              onClick={() => actions.setMode(index, isSequential ? 'DAG' : 'StepByStep')}
            >
              {t(isSequential ? editorMessages.sequential : editorMessages.parallel)}
            </Button>
          )}
          {isDelivering(lane) && lane.kind !== 'unscheduled' && (
            <IconButton label={t(editorMessages.addComponent)} onClick={() => openDialog({ kind: 'add', lane: index })}>
              <Plus size={14} aria-hidden />
            </IconButton>
          )}
          {lane.kind === 'step' && <StepMenu index={index} />}
        </>
      }
    >
      <ol>
        {lane.components.map((component) => (
          <li key={component}>
            <OutlineRow name={component} canMove={lane.kind !== 'unscheduled'} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function OutlineRow({ name, canMove }: { readonly name: string; readonly canMove: boolean }) {
  const { components } = useEditor();
  const component = components.get(name);
  return component === undefined ? null : <Row component={component} canMove={canMove} />;
}

function Row({ component, canMove }: { readonly component: DraftComponent; readonly canMove: boolean }) {
  const { t } = useLanguage();
  const { select, actions, lanes } = useEditor();
  const view = useComponentView(component);
  const place = usePlaceText(view);
  const onKeyDown = useCardKeys(view.name);
  const count = lanes[view.lane]?.components.length ?? 0;
  return (
    <div className={styles.row}>
      <TypeIcon type={view.type} />
      <button
        type="button"
        className={styles.name}
        data-card={view.name}
        onClick={({ detail }) => {
          select({ kind: 'component', name: view.name });
          // Without a pointer there is no click count.
          if (detail === 0) focusInspector();
        }}
        onKeyDown={onKeyDown}
      >
        <span className="row">
          <span className="medium cut">{view.name || t(editorMessages.noName)}</span>
          <ChangeMark view={view} />
          <DriftMark view={view} />
          <ProblemBadge {...view.counts} />
        </span>
        <span className="small secondary cut">
          {[view.typeName, view.isData ? '' : view.image || t(editorMessages.noImage)]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        <span className="visually-hidden">{place}</span>
      </button>
      <span className="wide-only">
        <ComponentHealth view={view} />
      </span>
      {canMove && (
        <span className="row wide-only">
          <IconButton
            small
            label={t(editorMessages.entryUp({ name: view.name }))}
            disabledReason={view.position === 0 ? t(editorMessages.isFirst) : undefined}
            onClick={() => actions.moveBy(view.name, 'up')}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            small
            label={t(editorMessages.entryDown({ name: view.name }))}
            disabledReason={view.position === count - 1 ? t(editorMessages.isLast) : undefined}
            onClick={() => actions.moveBy(view.name, 'down')}
          >
            <ArrowDown size={14} aria-hidden />
          </IconButton>
        </span>
      )}
      <CardMenu name={view.name} />
    </div>
  );
}
