import type { Lane } from '../../draft/index.ts';

/** Sizes of the canvas, in pixels. */
export const CARD_WIDTH = 264;
const LANE_WIDTH = 284;
const COLLAPSED_WIDTH = 36;
const COLLAPSED_HEIGHT = 240;
const LANE_GAP = 24;
const HEADER = 46;
const FOOT = 44;
const INSET = 10;
const WORKLOAD_HEIGHT = 152;
const DATA_HEIGHT = 98;
const PARALLEL_GAP = 10;
const SEQUENTIAL_GAP = 28;
/** The lane of a step that delivers nothing: its name and what it does. */
const EMPTY_LANE = 132;

export interface LaneBox {
  readonly lane: Lane;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isSequential: boolean;
  /** Shows its name alone. */
  readonly isCollapsed: boolean;
  readonly cards: readonly CardBox[];
}

export interface CardBox {
  readonly name: string;
  /** Within the lane. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly isRemoved: boolean;
}

export interface LayoutInput {
  readonly lanes: readonly Lane[];
  /** Whether a component is a config or a secret, which have lower cards. */
  readonly isData: (name: string) => boolean;
  /** Components of the stored revision that the draft no longer has. */
  readonly removed: readonly string[];
  readonly isCollapsed?: (lane: Lane) => boolean;
}

/** Places lanes and cards by the document alone: no coordinates are stored. */
export function layoutLanes({ lanes, isData, removed, isCollapsed = () => false }: LayoutInput): readonly LaneBox[] {
  const withRemoved: readonly Lane[] =
    removed.length === 0 || lanes.some(({ kind }) => kind === 'unscheduled')
      ? lanes
      : [...lanes, { kind: 'unscheduled', id: 'unscheduled', components: [] }];
  const shown = withRemoved.filter(
    (lane) => lane.kind !== 'unscheduled' || lane.components.length + removed.length > 0 || lanes.length === 1,
  );
  let x = 0;
  return shown.map((lane, index) => {
    const place = { lane, index, x, y: 0 };
    const box = isCollapsed(lane)
      ? {
          ...place,
          width: COLLAPSED_WIDTH,
          height: COLLAPSED_HEIGHT,
          isSequential: false,
          isCollapsed: true,
          cards: [],
        }
      : { ...place, ...openLane(lane, isData, lane.kind === 'unscheduled' ? removed : []) };
    x += box.width + LANE_GAP;
    return box;
  });
}

function openLane(lane: Lane, isData: LayoutInput['isData'], removed: readonly string[]) {
  const mode = lane.kind === 'step' ? lane.step.mode : lane.kind === 'derived' ? lane.mode : 'DAG';
  const isSequential = mode === 'StepByStep';
  const gap = isSequential ? SEQUENTIAL_GAP : PARALLEL_GAP;
  const cards: CardBox[] = [];
  let y = HEADER;
  for (const [at, name] of [...lane.components, ...removed].entries()) {
    const height = isData(name) ? DATA_HEIGHT : WORKLOAD_HEIGHT;
    cards.push({ name, x: INSET, y, height, isRemoved: at >= lane.components.length });
    y += height + gap;
  }
  const height = Math.max(cards.length === 0 ? EMPTY_LANE : 0, y - (cards.length === 0 ? 0 : gap) + FOOT);
  return { width: LANE_WIDTH, height, isSequential, isCollapsed: false, cards };
}

export interface DropTarget {
  readonly lane: number;
  readonly at: number;
  /** Where the insertion line is, within the lane. */
  readonly y: number;
}

/** Where a card that is dropped with its middle at a point goes; `name` is left out of the lane that it comes from. */
export function findDropTarget(
  boxes: readonly LaneBox[],
  name: string,
  middle: { readonly x: number; readonly y: number },
): DropTarget | undefined {
  const box = boxes.find(({ x, width }) => middle.x >= x - LANE_GAP / 2 && middle.x < x + width + LANE_GAP / 2);
  if (box === undefined || (box.lane.kind === 'step' && box.lane.step.jobType !== 'deploy')) return undefined;
  if (box.isCollapsed) return { lane: box.index, at: box.lane.components.length, y: HEADER };
  const cards = box.cards.filter((card) => card.name !== name && !card.isRemoved);
  const at = cards.filter((card) => box.y + card.y + card.height / 2 < middle.y).length;
  const next = cards[at];
  const last = cards.at(-1);
  const y =
    next !== undefined
      ? next.y - PARALLEL_GAP / 2
      : last === undefined
        ? HEADER
        : last.y + last.height + PARALLEL_GAP / 2;
  return { lane: box.index, at, y };
}
