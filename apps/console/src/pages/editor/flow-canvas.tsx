import {
  Background,
  BackgroundVariant,
  type Connection,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { Maximize2, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { findComponent, readComponents } from '../../draft/index.ts';
import { IconButton, useHotkeys, useShownTheme } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { CardView } from './card-view.tsx';
import { useEditor } from './editor-context.tsx';
import { focusCard } from './editor-focus.ts';
import styles from './flow-canvas.module.css';
import { type CanvasEdge, type CanvasNode, type Dragged, useEdges, useStableNodes } from './flow-nodes.ts';
import { useLaneBoxes } from './lane-boxes.ts';
import { DropContext, LaneView } from './lane-view.tsx';
import { CARD_WIDTH, type DropTarget, findDropTarget } from './layout.ts';

const nodeTypes = { lane: LaneView, card: CardView };
const DELETE_KEYS = ['Delete', 'Backspace'];
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
  const { document, select, actions, openDialog } = useEditor();
  const theme = useShownTheme();
  const flow = useReactFlow<CanvasNode>();
  const isFar = useStore((state) => state.transform[2] < 0.5);
  const boxes = useLaneBoxes();
  const [drag, setDrag] = useState<Dragged>();
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
      const middle = node.position.x + node.data.box.width / 2;
      const to = steps.filter((box) => box !== node.data.box && box.x + box.width / 2 < middle).length;
      if (to !== node.data.box.index) actions.moveStep(node.data.box.index, to);
    }
  };
  useEffect(() => {
    if (drag === undefined) return;
    const abort = (event: globalThis.KeyboardEvent): void => {
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
  // React Flow deletes edges that are selected, and without its own keys only a pointer selects them.
  const deleteFocusedEdge = (event: KeyboardEvent<HTMLElement>): void => {
    if (!DELETE_KEYS.includes(event.key) || !(event.target instanceof Element)) return;
    const id = event.target.closest('.react-flow__edge')?.getAttribute('data-id');
    const reference = edges.find((edge) => edge.id === id)?.data?.reference;
    if (reference === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    actions.unlink(reference);
    focusCard(reference.to);
  };
  return (
    <DropContext value={drop}>
      <div className={styles.canvas} data-far={isFar}>
        <ReactFlow<CanvasNode, CanvasEdge>
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
          onKeyDown={deleteFocusedEdge}
          isValidConnection={({ source, target }) => {
            const type = findComponent(document, target.replace(/^card:/, ''))?.type ?? '';
            return source !== target && !['config', 'secret', ''].includes(type);
          }}
          onEdgesDelete={(deleted) => {
            for (const { data } of deleted) if (data?.reference !== undefined) actions.unlink(data.reference);
          }}
          nodesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={DELETE_KEYS}
          elementsSelectable
          zIndexMode="manual"
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
