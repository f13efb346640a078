import {
  Background,
  BackgroundVariant,
  type Connection,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { ArrowDown, Columns2, GripVertical, Maximize2, Minus, Plus, RotateCcw } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { findComponent, type Reference, readComponents } from '../../draft/index.ts';
import { Button, IconButton, useHotkeys } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { useCardKeys } from './card-keys.ts';
import { CardMenu, StepMenu } from './card-menu.tsx';
import {
  ChangeMark,
  ComponentHealth,
  ProblemBadge,
  TraitIcon,
  TypeIcon,
  useCardLabel,
  useComponentView,
} from './component-view.tsx';
import { isDelivering, useEditor } from './editor-context.tsx';
import styles from './flow-canvas.module.css';
import { CARD_WIDTH, type DropTarget, findDropTarget, LANE_WIDTH, type LaneBox, layoutLanes } from './layout.ts';
import { countProblems } from './problems.ts';
import { useTheme } from './use-theme.ts';

type LaneNode = Node<{ readonly box: LaneBox }, 'lane'>;
type CardNode = Node<
  { readonly name: string; readonly order: number | undefined; readonly isRemoved: boolean },
  'card'
>;
type CanvasNode = LaneNode | CardNode;

/** Where the card that is dragged would go. It changes often, so that it is no part of the nodes. */
const DropContext = createContext<DropTarget | undefined>(undefined);

const nodeTypes = { lane: LaneView, card: CardView };
const ZOOM = { minZoom: 0.2, maxZoom: 1.5 } as const;
/** The first lane, below the toolbar. */
const START = { x: 16, y: 68, zoom: 1 } as const;
/** From this many cards on, only what is in view is in the page. */
const MANY = 60;

export interface FlowCanvasProps {
  readonly showsReferences: boolean;
}

export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ showsReferences }: FlowCanvasProps) {
  const { t } = useLanguage();
  const { document, lanes, changes, select, actions, openDialog } = useEditor();
  const theme = useTheme();
  const flow = useReactFlow<CanvasNode>();
  const isFar = useStore((state) => state.transform[2] < 0.5);
  const boxes = useMemo(() => {
    const types = new Map(readComponents(document).map(({ name, type }) => [name, type]));
    const removed = [...changes.components].flatMap(([name, change]) => (change === 'removed' ? [name] : []));
    const isData = (name: string): boolean =>
      ['config', 'secret'].includes(types.get(name) ?? '') || removed.includes(name);
    return layoutLanes({ lanes, isData, removed });
  }, [document, lanes, changes]);
  const [drag, setDrag] = useState<{ readonly id: string; readonly x: number; readonly y: number }>();
  const [drop, setDrop] = useState<DropTarget>();
  const isAborted = useRef(false);
  const nodes = useStableNodes(boxes, drag);
  const [selectedEdge, setSelectedEdge] = useState<string>();
  const edges = useEdges(boxes, showsReferences, selectedEdge);
  const clear = useCallback(() => {
    setDrag(undefined);
    setDrop(undefined);
  }, []);
  const onNodesChange = useCallback((all: readonly NodeChange<CanvasNode>[]) => {
    for (const each of all) {
      if (each.type !== 'position' || each.position === undefined || isAborted.current) continue;
      if (each.dragging === true) setDrag({ id: each.id, ...each.position });
    }
  }, []);
  const findTarget = (node: CanvasNode): DropTarget | undefined => {
    const lane = boxes.find(({ lane: { id } }) => id === node.parentId);
    if (node.type !== 'card' || lane === undefined) return undefined;
    const middle = {
      x: lane.x + node.position.x + CARD_WIDTH / 2,
      y: lane.y + node.position.y + (node.measured?.height ?? 0) / 2,
    };
    return findDropTarget(boxes, node.data.name, middle);
  };
  const stopDrag = (node: CanvasNode): void => {
    const target = isAborted.current ? undefined : findTarget(node);
    clear();
    if (isAborted.current) return;
    if (node.type === 'card') {
      if (target === undefined) return;
      const lane = boxes[target.lane]?.lane;
      actions.move(node.data.name, lane?.kind === 'unscheduled' ? undefined : target.lane, target.at);
    } else if (node.data.box.lane.kind === 'step') {
      const steps = boxes.filter(({ lane }) => lane.kind === 'step');
      const middle = node.position.x + LANE_WIDTH / 2;
      const to = steps.filter((box) => box !== node.data.box && box.x + LANE_WIDTH / 2 < middle).length;
      if (to !== node.data.box.index) actions.moveStep(node.data.box.index, to);
    }
  };
  useEffect(() => {
    if (drag === undefined) return;
    const abort = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      isAborted.current = true;
      clear();
    };
    window.addEventListener('keydown', abort);
    return () => window.removeEventListener('keydown', abort);
  }, [drag, clear]);
  const fit = (): void => void flow.fitView({ padding: 0.08, maxZoom: 1 });
  useHotkeys({ '1': fit, '0': () => void flow.zoomTo(1) });
  const connect = ({ source, target }: Connection): void => {
    openDialog({ kind: 'use', source: source.replace(/^card:/, ''), target: target.replace(/^card:/, '') });
  };
  return (
    <DropContext value={drop}>
      <div className={styles.canvas} data-far={isFar}>
        <ReactFlow<CanvasNode, Edge<{ reference?: Reference }>>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          colorMode={theme}
          onNodesChange={onNodesChange}
          onNodeDragStart={() => {
            isAborted.current = false;
          }}
          onNodeDrag={(_, node) => {
            const next = isAborted.current ? undefined : findTarget(node);
            setDrop((now) => (now?.lane === next?.lane && now?.at === next?.at ? now : next));
          }}
          onNodeDragStop={(_, node) => stopDrag(node)}
          onNodeClick={({ target, currentTarget }, node) => {
            // Buttons have effects of their own, and clicks in menus, which are elsewhere in the page, arrive here too.
            if (!(target instanceof Element) || !currentTarget.contains(target)) return;
            if (target.closest('button') !== null) return;
            if (node.type === 'card' && !node.data.isRemoved) select({ kind: 'component', name: node.data.name });
            if (node.type === 'lane' && node.data.box.lane.kind === 'step')
              select({ kind: 'step', index: node.data.box.index });
          }}
          onPaneClick={() => select(undefined)}
          onEdgesChange={(all) => {
            for (const each of all) {
              if (each.type === 'select')
                setSelectedEdge((now) => (each.selected ? each.id : now === each.id ? undefined : now));
            }
          }}
          onConnect={connect}
          isValidConnection={({ source, target }) => {
            const type = findComponent(document, target.replace(/^card:/, ''))?.type ?? '';
            return source !== target && !['config', 'secret', ''].includes(type);
          }}
          onEdgesDelete={(deleted) => {
            for (const { data } of deleted) if (data?.reference !== undefined) actions.unlink(data.reference);
          }}
          nodesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={['Delete', 'Backspace']}
          elementsSelectable
          nodeDragThreshold={4}
          onlyRenderVisibleElements={readComponents(document).length > MANY}
          zoomOnDoubleClick={false}
          panOnScroll
          defaultViewport={START}
          ariaLabelConfig={{
            'edge.a11yDescription.default': t(editorMessages.edgeHelp),
            'node.a11yDescription.default': t(editorMessages.canvas),
          }}
          {...ZOOM}
        >
          <Background variant={BackgroundVariant.Dots} gap={16} size={1} />
        </ReactFlow>
        <ZoomBar onFit={fit} />
      </div>
    </DropContext>
  );
}

function ZoomBar({ onFit }: { readonly onFit: () => void }) {
  const { t } = useLanguage();
  const flow = useReactFlow();
  const zoom = useStore((state) => state.transform[2]);
  return (
    <div className={`${styles.float} ${styles.zoom}`}>
      <IconButton label={t(editorMessages.zoomOut)} onClick={() => void flow.zoomOut()}>
        <Minus size={14} aria-hidden />
      </IconButton>
      <span className={`small secondary ${styles.percent}`}>{Math.round(zoom * 100)}%</span>
      <IconButton label={t(editorMessages.zoomIn)} onClick={() => void flow.zoomIn()}>
        <Plus size={14} aria-hidden />
      </IconButton>
      <IconButton label={t(editorMessages.fit)} onClick={onFit}>
        <Maximize2 size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Nodes that did not change stay the same objects, so that nothing of them is rendered again. */
function useStableNodes(
  boxes: readonly LaneBox[],
  drag: { readonly id: string; readonly x: number; readonly y: number } | undefined,
): CanvasNode[] {
  const known = useRef(new Map<string, { readonly key: string; readonly node: CanvasNode }>());
  return useMemo(() => {
    const next = new Map<string, { readonly key: string; readonly node: CanvasNode }>();
    const keep = (node: CanvasNode, key: string): CanvasNode => {
      const before = known.current.get(node.id);
      const kept = before !== undefined && before.key === key ? before.node : node;
      next.set(node.id, { key, node: kept });
      return kept;
    };
    const nodes = boxes.flatMap((box) => {
      const laneNode = toLaneNode(box, drag);
      const { x, y } = laneNode.position;
      const cards = box.cards.map((card, order) => {
        const node = toCardNode(box, order, drag);
        return keep(node, JSON.stringify([box.lane.id, node.position, node.data, card.height, node.zIndex]));
      });
      return [keep(laneNode, JSON.stringify([box, x, y])), ...cards];
    });
    known.current = next;
    return nodes;
  }, [boxes, drag]);
}

type Dragged = { readonly id: string; readonly x: number; readonly y: number } | undefined;

function toLaneNode(box: LaneBox, drag: Dragged): LaneNode {
  const { id } = box.lane;
  const isDragged = drag?.id === id;
  return {
    id,
    type: 'lane',
    position: isDragged ? { x: drag.x, y: drag.y } : { x: box.x, y: box.y },
    data: { box },
    width: LANE_WIDTH,
    height: box.height,
    measured: { width: LANE_WIDTH, height: box.height },
    handles: [
      { type: 'source', position: Position.Right, x: LANE_WIDTH, y: 22, width: 1, height: 1 },
      { type: 'target', position: Position.Left, x: 0, y: 22, width: 1, height: 1 },
    ],
    draggable: box.lane.kind === 'step',
    dragHandle: `.${styles.grip}`,
    deletable: false,
    zIndex: isDragged ? 20 : 0,
  };
}

function toCardNode(box: LaneBox, at: number, drag: Dragged): CardNode {
  const card = box.cards[at] ?? { name: '', x: 0, y: 0, height: 0, isRemoved: false };
  const id = card.isRemoved ? `removed:${card.name}` : `card:${card.name}`;
  const isDragged = drag?.id === id;
  const middle = card.height / 2;
  return {
    id,
    type: 'card',
    parentId: box.lane.id,
    position: isDragged ? { x: drag.x, y: drag.y } : { x: card.x, y: card.y },
    data: {
      name: card.name,
      order: box.isSequential && box.cards.length > 1 ? at + 1 : undefined,
      isRemoved: card.isRemoved,
    },
    width: CARD_WIDTH,
    height: card.height,
    measured: { width: CARD_WIDTH, height: card.height },
    handles: [
      { type: 'source', position: Position.Right, x: CARD_WIDTH - 4, y: middle - 4, width: 8, height: 8 },
      { type: 'target', position: Position.Left, x: -4, y: middle - 4, width: 8, height: 8 },
    ],
    draggable: !card.isRemoved,
    deletable: false,
    zIndex: isDragged ? 30 : 10,
  };
}

function useEdges(
  boxes: readonly LaneBox[],
  showsReferences: boolean,
  selected: string | undefined,
): Edge<{ reference?: Reference }>[] {
  const { t } = useLanguage();
  const { references, selection } = useEditor();
  const marked = selection?.kind === 'component' ? selection.name : undefined;
  return useMemo(() => {
    const ordered = boxes.filter(({ lane }) => lane.kind !== 'unscheduled');
    const arrows = ordered.slice(1).map(
      (box, at): Edge => ({
        id: `order:${box.lane.id}`,
        source: ordered[at]?.lane.id ?? '',
        target: box.lane.id,
        type: 'straight',
        selectable: false,
        focusable: false,
        deletable: false,
        className: styles.arrow ?? '',
        markerEnd: { type: MarkerType.Arrow, width: 16, height: 16, color: 'var(--neutral-400)' },
      }),
    );
    const dashed = showsReferences
      ? references.map((reference): Edge<{ reference?: Reference }> => {
          const id = `reference:${reference.path.join('.')}:${reference.from}`;
          const isMarked = reference.from === marked || reference.to === marked;
          return {
            id,
            source: `card:${reference.from}`,
            target: `card:${reference.to}`,
            data: { reference },
            selected: id === selected,
            className: [styles.reference, isMarked && styles.marked].filter(Boolean).join(' '),
            ariaLabel: t(editorMessages.edge({ source: reference.from, target: reference.to, trait: reference.trait })),
            zIndex: 15,
          };
        })
      : [];
    return [...arrows, ...dashed];
  }, [boxes, references, showsReferences, marked, selected, t]);
}

function LaneView({ data: { box } }: NodeProps<LaneNode>) {
  const { t } = useLanguage();
  const { problems, openDialog, actions, form } = useEditor();
  const drop = useContext(DropContext);
  const { lane, index, isSequential, cards } = box;
  const isStep = lane.kind === 'step';
  const counts = countProblems(isStep ? problems.filter(({ step }) => step === index) : []);
  const name =
    lane.kind === 'step'
      ? lane.step.name
      : lane.kind === 'derived'
        ? lane.name || t(editorMessages.defaultLane)
        : t(editorMessages.unscheduled);
  const jobType = isStep && lane.step.jobType !== 'deploy' ? lane.step.jobType : undefined;
  const [first, last] = [cards[0], cards.at(-1)];
  const isForked =
    !isSequential && cards.length > 1 && lane.kind !== 'unscheduled' && first !== undefined && last !== undefined;
  return (
    <section
      className={[styles.lane, !isStep && styles.ghost].filter(Boolean).join(' ')}
      aria-label={t(editorMessages.stepLabel({ name }))}
    >
      <Handle type="target" position={Position.Left} className={styles.hiddenHandle} isConnectable={false} />
      <Handle type="source" position={Position.Right} className={styles.hiddenHandle} isConnectable={false} />
      <header className={styles.laneHead}>
        {isStep && <GripVertical size={14} className={styles.grip} aria-hidden />}
        <span className="strong cut" title={name}>
          {name}
        </span>
        <span className="small hint">{lane.components.length}</span>
        <span className="grow" />
        <ProblemBadge {...counts} />
        {lane.kind === 'step' && jobType === undefined && (
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
        {isStep && <StepMenu index={index} />}
      </header>
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
      {isForked && (
        <>
          <i
            className={`${styles.fork} ${styles.forkLeft}`}
            style={{ top: first.y + first.height / 2, height: last.y + last.height / 2 - first.y - first.height / 2 }}
          />
          <i
            className={`${styles.fork} ${styles.forkRight}`}
            style={{ top: first.y + first.height / 2, height: last.y + last.height / 2 - first.y - first.height / 2 }}
          />
        </>
      )}
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
    </section>
  );
}

/** More chips than fit in a row are one number. */
const MOST_CHIPS = 5;

function CardView({ data: { name, order, isRemoved } }: NodeProps<CardNode>) {
  const { components } = useEditor();
  const component = components.get(name);
  if (isRemoved) return <RemovedCard name={name} />;
  return component === undefined ? null : <Card component={component} order={order} />;
}

function RemovedCard({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  const { actions } = useEditor();
  return (
    <div className={`${styles.card} ${styles.removed}`}>
      <div className="row">
        <span className="strong cut grow">{name}</span>
        <ChangeMark view={{ change: 'removed' }} />
      </div>
      <div className="small secondary">{t(editorMessages.removedHelp)}</div>
      <Button
        size="small"
        className="nodrag"
        icon={<RotateCcw size={12} aria-hidden />}
        onClick={() => actions.restore(name)}
      >
        {t(editorMessages.restore)}
      </Button>
    </div>
  );
}

function Card({
  component,
  order,
}: {
  readonly component: NonNullable<ReturnType<typeof findComponent>>;
  readonly order: number | undefined;
}) {
  const { t } = useLanguage();
  const { selection, select, setTab, form, openField } = useEditor();
  const view = useComponentView(component);
  const label = useCardLabel(view);
  const onKeyDown = useCardKeys(view.name);
  const isSelected = selection?.kind === 'component' && selection.name === view.name;
  const open = (tab: 'settings' | 'traits'): void => {
    select({ kind: 'component', name: view.name });
    setTab(tab);
  };
  return (
    <div className={[styles.card, isSelected && styles.selected].filter(Boolean).join(' ')}>
      {order !== undefined && <span className={styles.order}>{order}</span>}
      {!view.isData && <Handle type="target" position={Position.Left} className={styles.handle} />}
      {view.isData && (
        <Handle type="source" position={Position.Right} className={styles.handle} title={t(editorMessages.dragToUse)} />
      )}
      {!view.isData && (
        <Handle type="source" position={Position.Right} className={styles.hiddenHandle} isConnectable={false} />
      )}
      <div className="row">
        <span className={styles.typeIcon}>
          <TypeIcon type={view.type} />
        </span>
        <button
          type="button"
          className={styles.cardName}
          data-card={view.name}
          aria-label={label}
          aria-pressed={isSelected}
          onClick={() => open('settings')}
          onKeyDown={onKeyDown}
        >
          {view.name || t(editorMessages.noName)}
        </button>
        <ChangeMark view={view} />
        <span className="grow" />
        <ProblemBadge {...view.counts} />
        <span className="nodrag">
          <CardMenu name={view.name} />
        </span>
      </div>
      <div className={`row small ${styles.statusRow}`}>
        <ComponentHealth view={view} />
        <span className="grow" />
        <span className="secondary">
          {view.isData
            ? t(editorMessages.keyCount({ type: view.typeName, count: view.keys?.length ?? 0 }))
            : view.status?.readyReplicas === undefined
              ? t(editorMessages.wanted({ count: view.replicas }))
              : t(editorMessages.ready({ ready: view.status.readyReplicas, wanted: view.replicas }))}
        </span>
      </div>
      <div className={styles.details}>
        {view.isData ? (
          <div className={styles.keys}>
            {view.keys?.slice(0, 3).map((key) => (
              <span key={key} className="cut">
                {key}
              </span>
            ))}
            {(view.keys?.length ?? 0) > 3 && <span>+{(view.keys?.length ?? 0) - 3}</span>}
          </div>
        ) : (
          <>
            <div className="mono secondary cut" title={view.image}>
              {view.image || t(editorMessages.noImage)}
            </div>
            <div className="small secondary cut">
              {view.hosts[0] ??
                (view.ports.length > 0
                  ? t(editorMessages.ports({ ports: view.ports.map((port) => `:${port}`) }))
                  : t(editorMessages.noPorts))}
            </div>
            <div className={styles.chips}>
              {view.traits.slice(0, MOST_CHIPS).map(({ name: trait, count }) => (
                <button
                  key={trait}
                  type="button"
                  tabIndex={-1}
                  className={[styles.chip, 'nodrag', view.traitProblems.has(trait) && styles.badChip]
                    .filter(Boolean)
                    .join(' ')}
                  title={form.traits[trait] === undefined ? trait : t(form.traits[trait].label)}
                  onClick={(event) => {
                    event.stopPropagation();
                    openField(['component', component.index, 'traits', trait]);
                  }}
                >
                  <TraitIcon trait={trait} />
                  {count}
                </button>
              ))}
              <button
                type="button"
                tabIndex={-1}
                className={`${styles.chip} ${styles.addChip} nodrag`}
                title={t(editorMessages.addTrait)}
                onClick={(event) => {
                  event.stopPropagation();
                  open('traits');
                }}
              >
                {view.traits.length > MOST_CHIPS ? (
                  `+${view.traits.length - MOST_CHIPS}`
                ) : (
                  <Plus size={12} aria-hidden />
                )}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
