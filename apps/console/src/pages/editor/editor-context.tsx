import type { ApplicationDetail, Component } from '@kubemin/client';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import {
  type DraftChanges,
  type DraftComponent,
  draftChanges,
  findLostSecrets,
  type JsonObject,
  type Lane,
  type Path,
  type Reference,
  readComponents,
  readLanes,
  readReferences,
} from '../../draft/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, shellMessages } from '../../messages/index.ts';
import { useRights } from '../../platform/index.ts';
import { useCollapsedLanes } from '../../preferences/index.ts';
import { type EditorActions, useEditorActions } from './editor-actions.ts';
import { findInspector, focusCard, focusField } from './editor-focus.ts';
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
  /** Shows what the server refused to save, at its fields. */
  readonly reportProblems: (problems: readonly DraftProblem['problem'][]) => void;
  /** States of the stored components, by name. */
  readonly live: ReadonlyMap<string, Component>;
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection | undefined) => void;
  /** Selects nothing; the focus goes from the panel back to the card. */
  readonly closeInspector: () => void;
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
  const { problems, report: reportProblems } = useProblems(document, tools.model, draft.appId);
  const [selection, select] = useState<Selection | undefined>(
    selected === undefined ? undefined : { kind: 'component', name: selected },
  );
  const [tab, setTab] = useState<InspectorTab>('settings');
  const [dialog, openDialog] = useState<OpenDialog>();
  const [announcement, announce] = useState('');
  const live = useMemo(() => new Map((app?.components ?? []).map((each) => [each.name, each])), [app?.components]);
  const { collapsed, setCollapsed } = useCollapsedLanes(draft.appId ?? NEW_APP);
  const actions = useEditorActions({
    draft,
    announce,
    select: (name) => select(name === undefined ? undefined : { kind: 'component', name }),
    // What was added is empty: its settings are what is missing.
    open: (name) => {
      select({ kind: 'component', name });
      setTab('settings');
    },
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
  const closeInspector = (): void => {
    const isInside = findInspector()?.contains(window.document.activeElement) === true;
    select(undefined);
    if (isInside && selection?.kind === 'component') focusCard(selection.name);
  };
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
      reportProblems,
      live,
      selection,
      select,
      closeInspector,
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
