import { Handle, type NodeProps, Position } from '@xyflow/react';
import { ArrowDown, ChevronsLeftRight, ChevronsRightLeft, Columns2, GripVertical, Plus } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import type { Lane } from '../../draft/index.ts';
import { IconButton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { StepMenu } from './card-menu.tsx';
import { isDelivering, useLaneName } from './editor-actions.ts';
import { useEditor } from './editor-context.tsx';
import styles from './flow-canvas.module.css';
import type { LaneNode } from './flow-nodes.ts';
import { ProblemBadge } from './form/index.ts';
import type { DropTarget, LaneBox } from './layout.ts';
import { countProblems, laneProblems } from './problems.ts';

/** Where the card that is dragged would go. It changes often, so that it is no part of the nodes. */
export const DropContext = createContext<DropTarget | undefined>(undefined);

/** A step of the workflow, or what stands for one. */
export function LaneView({ data: { box } }: NodeProps<LaneNode>) {
  const { problems } = useEditor();
  const { lane, index } = box;
  const counts = countProblems(laneProblems(problems, lane, index));
  return box.isCollapsed ? <CollapsedLane box={box} {...counts} /> : <OpenLane box={box} {...counts} />;
}

interface LaneProps {
  readonly box: LaneBox;
  readonly errors: number;
  readonly warnings: number;
}

function LaneFrame({
  lane,
  className,
  children,
}: {
  readonly lane: Lane;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useLanguage();
  const name = useLaneName()(lane);
  return (
    <section
      className={[styles.lane, lane.kind !== 'step' && styles.ghost, className].filter(Boolean).join(' ')}
      aria-label={t(editorMessages.stepLabel({ name }))}
    >
      <Handle type="target" position={Position.Left} className={styles.hiddenHandle} isConnectable={false} />
      <Handle type="source" position={Position.Right} className={styles.hiddenHandle} isConnectable={false} />
      {children}
    </section>
  );
}

function CollapsedLane({ box: { lane, index }, errors, warnings }: LaneProps) {
  const { t } = useLanguage();
  const { setCollapsed } = useEditor();
  const drop = useContext(DropContext);
  const name = useLaneName()(lane);
  return (
    <LaneFrame
      lane={lane}
      className={[styles.collapsed, drop?.lane === index && styles.dropTarget].filter(Boolean).join(' ')}
    >
      <GripVertical size={14} className={styles.grip} aria-hidden />
      <IconButton
        small
        className="nodrag"
        label={t(editorMessages.expand({ name }))}
        onClick={() => setCollapsed(name, false)}
      >
        <ChevronsLeftRight size={14} aria-hidden />
      </IconButton>
      <span className="small hint">{lane.components.length}</span>
      <ProblemBadge errors={errors} warnings={warnings} />
      <span className={`strong ${styles.upright}`} title={name}>
        {name}
      </span>
    </LaneFrame>
  );
}

function OpenLane({ box, errors, warnings }: LaneProps) {
  const { t } = useLanguage();
  const { openDialog, form } = useEditor();
  const drop = useContext(DropContext);
  const { lane, index, isSequential, cards } = box;
  const jobType = lane.kind === 'step' && lane.step.jobType !== 'deploy' ? lane.step.jobType : undefined;
  return (
    <LaneFrame lane={lane}>
      <LaneHead box={box} errors={errors} warnings={warnings} />
      {jobType !== undefined && (
        <div className={styles.jobType}>
          <span className="medium">
            {form.jobTypes[jobType] === undefined ? jobType : t(form.jobTypes[jobType].label)}
          </span>
          <span className="small secondary">
            {form.jobTypes[jobType] === undefined ? '' : t(form.jobTypes[jobType].summary)}
          </span>
        </div>
      )}
      {lane.kind === 'unscheduled' && cards.length === 0 && (
        <div className={styles.jobType}>
          <span className="small hint">{t(editorMessages.unscheduledHelp)}</span>
        </div>
      )}
      <LaneMarks box={box} />
      {isSequential &&
        cards.slice(0, -1).map((card) => (
          <span key={card.name} className={styles.then} style={{ top: card.y + card.height + 5 }}>
            <ArrowDown size={16} aria-hidden />
          </span>
        ))}
      {drop?.lane === index && <span className={styles.insertion} style={{ top: drop.y }} />}
      {isDelivering(lane) && lane.kind !== 'unscheduled' && (
        <button
          type="button"
          className={`${styles.addRow} nodrag`}
          onClick={(event) => {
            event.stopPropagation();
            openDialog({ kind: 'add', lane: index });
          }}
        >
          <Plus size={14} aria-hidden />
          {t(editorMessages.addComponent)}
        </button>
      )}
    </LaneFrame>
  );
}

function LaneHead({ box: { lane, index, isSequential }, errors, warnings }: LaneProps) {
  const { t } = useLanguage();
  const { actions, setCollapsed } = useEditor();
  const name = useLaneName()(lane);
  return (
    <header className={styles.laneHead}>
      {lane.kind === 'step' && <GripVertical size={14} className={styles.grip} aria-hidden />}
      <span className="strong cut" title={name}>
        {name}
      </span>
      <span className="small hint">{lane.components.length}</span>
      <span className="grow" />
      <ProblemBadge errors={errors} warnings={warnings} />
      {lane.kind === 'step' && isDelivering(lane) && (
        <button
          type="button"
          className={`${styles.mode} nodrag`}
          title={t(isSequential ? editorMessages.makeParallel : editorMessages.makeSequential)}
          onClick={(event) => {
            event.stopPropagation();
            actions.setMode(index, isSequential ? 'DAG' : 'StepByStep');
          }}
        >
          {isSequential ? <ArrowDown size={12} aria-hidden /> : <Columns2 size={12} aria-hidden />}
          {t(isSequential ? editorMessages.sequential : editorMessages.parallel)}
        </button>
      )}
      {lane.kind === 'derived' && (
        <span className="small hint">{t(isSequential ? editorMessages.sequential : editorMessages.parallel)}</span>
      )}
      {lane.kind === 'step' && (
        <>
          <IconButton
            small
            className="nodrag"
            label={t(editorMessages.collapse({ name }))}
            onClick={() => setCollapsed(name, true)}
          >
            <ChevronsRightLeft size={14} aria-hidden />
          </IconButton>
          <StepMenu index={index} />
        </>
      )}
    </header>
  );
}

/** Brackets around cards that are delivered side by side. */
function LaneMarks({ box: { lane, isSequential, cards } }: { readonly box: LaneBox }) {
  const [first, last] = [cards[0], cards.at(-1)];
  if (isSequential || cards.length < 2 || lane.kind === 'unscheduled' || first === undefined || last === undefined) {
    return null;
  }
  const place = { top: first.y + first.height / 2, height: last.y + last.height / 2 - first.y - first.height / 2 };
  return (
    <>
      <i className={`${styles.fork} ${styles.forkLeft}`} style={place} />
      <i className={`${styles.fork} ${styles.forkRight}`} style={place} />
    </>
  );
}
