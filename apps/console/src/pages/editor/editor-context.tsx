import type { ApplicationDetail, Component } from '@kubemin/client';
import { formatPath } from '@kubemin/model';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import {
  addComponent,
  addStep,
  type DraftChanges,
  type DraftComponent,
  draftChanges,
  duplicateComponent,
  findComponent,
  findLostSecrets,
  freeComponentName,
  type JsonObject,
  type Lane,
  moveComponent,
  moveStep,
  type Operation,
  type Path,
  pasteComponents,
  type Reference,
  readComponents,
  readLanes,
  readReferences,
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
import { editorMessages, shellMessages } from '../../messages/index.ts';
import { useRights } from '../../platform/index.ts';
import { useCollapsedLanes } from '../../preferences/index.ts';
import type { EditorModel } from './editor-model.ts';
import { type DraftProblem, useProblems } from './problems.ts';
import { type DraftHandle, NEW_APP } from './use-draft.ts';
import { useEditorModel } from './use-editor-model.ts';

/** What the inspector shows; the application when nothing is selected. */
export type Selection =
  | { readonly kind: 'component'; readonly name: string }
  | { readonly kind: 'step'; readonly index: number }
  | { readonly kind: 'application' };

/** The dialog that is open. */
export type OpenDialog =
  | { readonly kind: 'add'; readonly lane?: number /** Of a file that was dropped. */; readonly text?: string }
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'renameStep'; readonly index: number }
  | { readonly kind: 'use'; readonly source: string; readonly target?: string }
  | { readonly kind: 'export' }
  | { readonly kind: 'merge' };

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
  addStep(at: number, jobType?: string): void;
  renameStep(index: number, to: string): void;
  removeStep(index: number): void;
  moveStep(from: number, to: number): void;
  setMode(index: number, mode: 'StepByStep' | 'DAG'): void;
  use(source: string, target: string, usage: Usage): void;
  unlink(reference: Reference): void;
  change(operation: Operation, subject?: string): void;
}

interface EditorContent extends EditorModel {
  readonly app: ApplicationDetail | undefined;
  readonly draft: DraftHandle;
  readonly document: JsonObject;
  /** By name; of several with one name the first. */
  readonly components: ReadonlyMap<string, DraftComponent>;
  readonly lanes: readonly Lane[];
  /** Names of the steps that the canvas shows without their cards. */
  readonly collapsed: ReadonlySet<string>;
  readonly setCollapsed: (step: string, isCollapsed: boolean) => void;
  readonly references: readonly Reference[];
  readonly changes: DraftChanges;
  readonly problems: readonly DraftProblem[];
  /** States of the stored components, by name. */
  readonly live: ReadonlyMap<string, Component>;
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection | undefined) => void;
  readonly tab: InspectorTab;
  readonly setTab: (tab: InspectorTab) => void;
  /** Opens the field of a path in the inspector. */
  readonly openField: (path: Path) => void;
  readonly dialog: OpenDialog | undefined;
  readonly openDialog: (dialog: OpenDialog | undefined) => void;
  readonly actions: EditorActions;
  /** Why the draft cannot be saved: the user may not, or a secret is missing. */
  readonly saveBlocker: string | undefined;
}

export type InspectorTab = 'settings' | 'traits' | 'code' | 'objects' | 'live';

const EditorContext = createContext<EditorContent | undefined>(undefined);

interface EditorProviderProps {
  readonly app: ApplicationDetail | undefined;
  readonly draft: DraftHandle;
  readonly selected: string | undefined;
  readonly children: ReactNode;
}

export function EditorProvider({ app, draft, selected, children }: EditorProviderProps) {
  const { t } = useLanguage();
  const { can } = useRights();
  const tools = useEditorModel();
  const { draft: document, base } = draft.state;
  const lanes = useMemo(() => readLanes(document), [document]);
  const components = useMemo(
    () =>
      new Map(
        readComponents(document)
          .toReversed()
          .map((each) => [each.name, each]),
      ),
    [document],
  );
  const references = useMemo(() => readReferences(document), [document]);
  const changes = useMemo(() => draftChanges(base.document, document), [base.document, document]);
  const { problems } = useProblems(document, tools.model, draft.appId);
  const [selection, select] = useState<Selection | undefined>(
    selected === undefined ? undefined : { kind: 'component', name: selected },
  );
  const [tab, setTab] = useState<InspectorTab>('settings');
  const [dialog, openDialog] = useState<OpenDialog>();
  const [announcement, announce] = useState('');
  const live = useMemo(() => new Map((app?.components ?? []).map((each) => [each.name, each])), [app?.components]);
  const { collapsed, setCollapsed } = useCollapsedLanes(draft.appId ?? NEW_APP);
  const actions = useActions({
    draft,
    announce,
    select,
    expand: (step) => collapsed.has(step) && setCollapsed(step, false),
  });
  const openField = useCallback(
    (path: Path) => {
      const [root, index, part] = path;
      if (root === 'component' && typeof index === 'number') {
        const name = componentNameAt(document, index);
        if (name !== undefined) select({ kind: 'component', name });
        setTab(part === 'traits' ? 'traits' : 'settings');
      } else if (root === 'workflow' && typeof index === 'number') {
        select({ kind: 'step', index });
      } else {
        select({ kind: 'application' });
      }
      focusField(path);
    },
    [document],
  );
  const project = String(document.project ?? '');
  const lost = useMemo(() => findLostSecrets(document).length, [document]);
  const saveBlocker = !can('deploy', project)
    ? t(shellMessages.scopeNeeded({ scope: 'deploy' }))
    : lost > 0
      ? t(editorMessages.secretsLost({ count: lost }))
      : undefined;
  const content: EditorContent = {
    ...tools,
    ...{
      app,
      draft,
      document,
      components,
      lanes,
      collapsed,
      setCollapsed,
      references,
      changes,
      problems,
      live,
      selection,
      select,
      tab,
      setTab,
      openField,
    },
    ...{ dialog, openDialog, actions, saveBlocker },
  };
  return (
    <EditorContext value={content}>
      {children}
      <output className="visually-hidden" aria-live="polite">
        {announcement}
      </output>
    </EditorContext>
  );
}

export function useEditor(): EditorContent {
  const content = useContext(EditorContext);
  if (content === undefined) throw new Error('useEditor needs an EditorProvider above');
  return content;
}

function componentNameAt(document: JsonObject, index: number): string | undefined {
  const list = Array.isArray(document.component) ? document.component : [];
  const name: unknown = list[index]?.name;
  return typeof name === 'string' ? name : undefined;
}

/** Focuses the control of a path, or of the closest one around it, once the inspector shows it. */
function focusField(path: Path, attempts = 20): void {
  requestAnimationFrame(() => {
    for (let length = path.length; length > 1; length -= 1) {
      const place = CSS.escape(formatPath(path.slice(0, length)));
      const field = document.querySelector(`[data-path="${place}"]`);
      const control = field?.querySelector<HTMLElement>('input, select, textarea, button');
      if (control === null || control === undefined) continue;
      control.closest('details')?.setAttribute('open', '');
      control.scrollIntoView({ block: 'center' });
      control.focus();
      return;
    }
    if (attempts > 0) focusField(path, attempts - 1);
  });
}

/** Focuses a card again after it moved, which may have given it another place in the page. */
function focusCard(name: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(name)}"]`)?.focus());
}

interface ActionParts {
  readonly draft: DraftHandle;
  readonly announce: (text: string) => void;
  readonly select: (selection: Selection | undefined) => void;
  /** Shows the cards of a step, where they are not. */
  readonly expand: (step: string) => void;
}

function useActions({ draft, announce, select, expand }: ActionParts): EditorActions {
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
      apply(moveComponent(name, { ...(lane !== undefined && { lane }), ...(at !== undefined && { at }) }));
      expand(laneName(lane));
      announce(t(editorMessages.moved({ name, step: laneName(lane) })));
    };
    const put = (component: JsonObject & { readonly name: string }, lane?: number): void => {
      apply(addComponent(component, lane === undefined ? {} : { lane }));
      select({ kind: 'component', name: component.name });
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
        select({ kind: 'component', name: last.name });
        announce(t(editorMessages.added({ name: last.name })));
      },
      rename: (name, to) => {
        apply(renameComponent(name, to));
        select({ kind: 'component', name: to });
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
        announce(t(mode === 'DAG' ? editorMessages.nowParallel : editorMessages.nowSequential));
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
  }, [apply, undo, document, base, announce, select, expand, nameLane, t, toast]);
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
