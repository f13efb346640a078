import type { FunctionWorkflowNode } from '@kubemin/client';
import { Background, BackgroundVariant, type Edge, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useShownTheme } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { layoutChain } from './chain-layout.ts';
import styles from './functions.module.css';

interface ChainGraphProps {
  readonly graph: readonly FunctionWorkflowNode[];
  readonly startNode: string;
  /** Nodes that a run has executed. */
  readonly executed: ReadonlySet<string>;
}

/** The nodes of a workflow and where they lead to, from left to right. */
export function ChainGraph({ graph, startNode, executed }: ChainGraphProps) {
  const { t } = useLanguage();
  const theme = useShownTheme();
  const places = layoutChain(graph, startNode);
  const nodes: Node[] = graph.map(({ name, type, target }) => ({
    id: name,
    position: places.get(name) ?? { x: 0, y: 0 },
    data: { label: `${name} · ${type}${target === undefined ? '' : ` ${target}`}` },
    ariaLabel: [name, type, target].filter(Boolean).join(', '),
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
    ...(executed.has(name) && { style: { borderColor: 'var(--accent)', borderWidth: 2 } }),
  }));
  const edges: Edge[] = graph.flatMap(({ name, edges: leads }) =>
    leads.map(({ to, label }, index) => ({
      id: `${name}-${index}`,
      source: name,
      target: to,
      label,
      markerEnd: { type: MarkerType.ArrowClosed },
    })),
  );
  return (
    <section className={styles.graph} aria-label={t(functionsMessages.graph)}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        colorMode={theme}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        edgesFocusable={false}
        nodesFocusable={false}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
        minZoom={0.2}
        panOnScroll
      >
        <Background variant={BackgroundVariant.Dots} />
      </ReactFlow>
    </section>
  );
}
