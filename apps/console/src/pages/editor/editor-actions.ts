import { useCallback, useMemo } from 'react';
import {
  addComponent,
  addStep,
  duplicateComponent,
  findComponent,
  freeComponentName,
  type JsonObject,
  type Lane,
  moveComponent,
  moveStep,
  type Operation,
  pasteComponents,
  type Reference,
  readComponents,
  readLanes,
  removeComponent,
  removeReference,
  removeStep,
  renameComponent,
  renameStep,
  setStepMode,
  type Usage,
  useSource as writeUsage,
} from '../../draft/index.ts';
import { useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { focusCard } from './editor-focus.ts';
import type { DraftHandle } from './use-draft.ts';

/** What gestures, menus and keys do to the draft; each is announced to screen readers. */
export interface EditorActions {
  add(type: string, lane?: number): void;
  /** Adds components under names that are free, as one change. */
  paste(components: readonly JsonObject[], lane?: number): void;
  rename(name: string, to: string): void;
  duplicate(name: string): void;
  remove(name: string): void;
  restore(name: string): void;
  /** To a lane, at a place among its cards; without a lane out of the workflow. */
  move(name: string, lane: number | undefined, at?: number): void;
  /** By one place within its lane, or to the next lane. */
  moveBy(name: string, direction: 'up' | 'down' | 'left' | 'right'): void;
  /** At a place among the steps, or as the last one. */
  addStep(at?: number, jobType?: string): void;
  renameStep(index: number, to: string): void;
  removeStep(index: number): void;
  moveStep(from: number, to: number): void;
  setMode(index: number, mode: 'StepByStep' | 'DAG'): void;
  use(source: string, target: string, usage: Usage): void;
  unlink(reference: Reference): void;
  change(operation: Operation, subject?: string): void;
}

interface ActionParts {
  readonly draft: DraftHandle;
  readonly announce: (text: string) => void;
  /** A component, or nothing. */
  readonly select: (component: string | undefined) => void;
  /** Shows the settings of a component. */
  readonly open: (name: string) => void;
  /** Shows the cards of a step, where they are not. */
  readonly expand: (step: string) => void;
}

export function useEditorActions({ draft, announce, select, open, expand }: ActionParts): EditorActions {
  const { t } = useLanguage();
  const toast = useToast();
  const { apply, undo } = draft;
  const document = draft.state.draft;
  const base = draft.state.base.document;
  const nameLane = useLaneName();
  return useMemo<EditorActions>(() => {
    const laneName = (index: number | undefined): string =>
      nameLane(index === undefined ? undefined : readLanes(document)[index]);
    const undoable = (text: string): void => {
      announce(text);
      toast({ text, action: { label: t(editorMessages.undo), run: undo } });
    };
    const move = (name: string, lane: number | undefined, at?: number): void => {
      const operation = moveComponent(name, { ...(lane !== undefined && { lane }), ...(at !== undefined && { at }) });
      apply(operation);
      expand(laneName(lane));
      const names = readLanes(operation(document)).find((each) => each.components.includes(name))?.components ?? [];
      const place = { position: names.indexOf(name) + 1, positions: names.length };
      announce(t(editorMessages.moved({ name, step: laneName(lane), ...place })));
    };
    const put = (component: JsonObject & { readonly name: string }, lane?: number): void => {
      apply(addComponent(component, lane === undefined ? {} : { lane }));
      open(component.name);
      announce(t(editorMessages.added({ name: component.name })));
    };
    return {
      add: (type, lane) =>
        put(
          { name: freeComponentName(document, STARTING_NAMES[type] ?? type), type, ...startingComponent(type) },
          lane,
        ),
      paste: (components, lane) => {
        const pasted = pasteComponents(components, lane === undefined ? {} : { lane });
        const [last] = readComponents(pasted(document)).slice(-1);
        if (components.length === 0 || last === undefined) return;
        apply(pasted);
        open(last.name);
        announce(t(editorMessages.added({ name: last.name })));
      },
      rename: (name, to) => {
        apply(renameComponent(name, to));
        select(to);
        announce(t(editorMessages.renamed({ from: name, to })));
      },
      duplicate: (name) => {
        apply(duplicateComponent(name));
        announce(t(editorMessages.duplicated({ name })));
      },
      remove: (name) => {
        apply(removeComponent(name));
        select(undefined);
        undoable(t(editorMessages.removed({ name })));
      },
      restore: (name) => {
        const old = findComponent(base, name);
        if (old !== undefined) put({ ...old.value, name });
      },
      move,
      moveBy: (name, direction) => {
        const lanes = readLanes(document);
        const from = lanes.findIndex(({ components }) => components.includes(name));
        const lane = lanes[from];
        if (lane === undefined) return;
        const at = lane.components.indexOf(name);
        if (direction === 'up' || direction === 'down') {
          const to = at + (direction === 'up' ? -1 : 1);
          if (to < 0 || to >= lane.components.length || lane.kind === 'unscheduled') return;
          move(name, from, to);
        } else {
          const step = direction === 'left' ? -1 : 1;
          let to = from + step;
          // Steps that do something else than deliver hold no cards.
          while (lanes[to]?.kind === 'step' && !isDelivering(lanes[to])) to += step;
          const target = lanes[to];
          if (target === undefined) return;
          move(name, target.kind === 'unscheduled' ? undefined : to, Math.min(at, target.components.length));
        }
        focusCard(name);
      },
      addStep: (at, jobType) => {
        apply(addStep(at, jobType === undefined ? {} : { name: jobType, jobType }));
        announce(t(editorMessages.stepAdded));
      },
      renameStep: (index, to) => apply(renameStep(index, to)),
      removeStep: (index) => {
        const name = laneName(index);
        apply(removeStep(index));
        select(undefined);
        undoable(t(editorMessages.stepRemoved({ name })));
      },
      moveStep: (from, to) => {
        apply(moveStep(from, to));
        announce(t(editorMessages.stepMoved({ name: laneName(from), place: to + 1 })));
      },
      setMode: (index, mode) => {
        apply(setStepMode(index, mode));
        const name = laneName(index);
        announce(t(mode === 'DAG' ? editorMessages.nowParallel({ name }) : editorMessages.nowSequential({ name })));
      },
      use: (source, target, usage) => {
        apply(writeUsage(source, target, usage));
        announce(t(editorMessages.linked({ source, target })));
      },
      unlink: (reference) => {
        apply(removeReference(reference));
        undoable(t(editorMessages.unlinked({ source: reference.from, target: reference.to })));
      },
      change: apply,
    };
  }, [apply, undo, document, base, announce, select, open, expand, nameLane, t, toast]);
}

/** What a lane is called: a step by its name, others by what they stand for. */
export function useLaneName(): (lane: Lane | undefined) => string {
  const { t } = useLanguage();
  return useCallback(
    (lane) => {
      if (lane?.kind === 'step') return lane.step.name;
      if (lane?.kind === 'derived') return lane.name || t(editorMessages.defaultLane);
      return t(editorMessages.unscheduled);
    },
    [t],
  );
}

export function isDelivering(lane: Lane | undefined): boolean {
  return lane !== undefined && (lane.kind !== 'step' || lane.step.jobType === 'deploy');
}

const STARTING_NAMES: Readonly<Record<string, string>> = {
  webservice: 'web',
  store: 'store',
  config: 'settings',
  secret: 'credentials',
};

/** What a component of a type has from the start, so that the first problems are about what the user decides. */
function startingComponent(type: string): JsonObject {
  if (type === 'config') return { properties: { conf: {} } };
  if (type === 'secret') return { properties: { secret: {} } };
  if (type === 'webservice') return { image: '', replicas: 1, properties: { ports: [{ port: 8080 }] } };
  return { image: '' };
}
