import { type Edge, MarkerType, type Node, Position } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { Reference } from '../../draft/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { useEditor } from './editor-context.tsx';
import styles from './flow-canvas.module.css';
import { CARD_WIDTH, type LaneBox } from './layout.ts';

export type LaneNode = Node<{ readonly box: LaneBox }, 'lane'>;
export type CardNode = Node<
  { readonly name: string; readonly order: number | undefined; readonly isRemoved: boolean },
  'card'
>;
export type CanvasNode = LaneNode | CardNode;
export type CanvasEdge = Edge<{ reference?: Reference }>;

/** References are below cards: the wide area around them that takes clicks must not cover what is in a card. */
const LAYERS = { lane: 0, reference: 5, card: 10, selectedReference: 15, draggedLane: 20, draggedCard: 30 } as const;

/** The node that is dragged, and where it is. */
export interface Dragged {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Nodes that did not change stay the same objects, so that nothing of them is rendered again. */
export function useStableNodes(boxes: readonly LaneBox[], drag: Dragged | undefined): CanvasNode[] {
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

function toLaneNode(box: LaneBox, drag: Dragged | undefined): LaneNode {
  const { id } = box.lane;
  const isDragged = drag?.id === id;
  return {
    id,
    type: 'lane',
    position: isDragged ? { x: drag.x, y: drag.y } : { x: box.x, y: box.y },
    data: { box },
    width: box.width,
    height: box.height,
    measured: { width: box.width, height: box.height },
    handles: [
      { type: 'source', position: Position.Right, x: box.width, y: 22, width: 1, height: 1 },
      { type: 'target', position: Position.Left, x: 0, y: 22, width: 1, height: 1 },
    ],
    draggable: box.lane.kind === 'step',
    dragHandle: `.${styles.grip}`,
    deletable: false,
    zIndex: isDragged ? LAYERS.draggedLane : LAYERS.lane,
  };
}

function toCardNode(box: LaneBox, at: number, drag: Dragged | undefined): CardNode {
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
    zIndex: isDragged || drag?.id === box.lane.id ? LAYERS.draggedCard : LAYERS.card,
  };
}

/** The order of the lanes, and references between cards that are shown. */
export function useEdges(
  boxes: readonly LaneBox[],
  showsReferences: boolean,
  selected: string | undefined,
): CanvasEdge[] {
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
    const shown = new Set(boxes.flatMap(({ cards }) => cards.map(({ name }) => name)));
    const dashed = showsReferences
      ? references
          .filter(({ from, to }) => shown.has(from) && shown.has(to))
          .map((reference): CanvasEdge => {
            const id = `reference:${reference.path.join('.')}:${reference.from}`;
            const isMarked = reference.from === marked || reference.to === marked;
            return {
              id,
              source: `card:${reference.from}`,
              target: `card:${reference.to}`,
              data: { reference },
              selected: id === selected,
              className: [styles.reference, isMarked && styles.marked].filter(Boolean).join(' '),
              ariaLabel: t(
                editorMessages.edge({ source: reference.from, target: reference.to, trait: reference.trait }),
              ),
              // The selected one is seen in front of the cards that it crosses.
              zIndex: id === selected ? LAYERS.selectedReference : LAYERS.reference,
            };
          })
      : [];
    return [...arrows, ...dashed];
  }, [boxes, references, showsReferences, marked, selected, t]);
}
