import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import { isRecord } from '@kubemin/base';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { isNode, parseDocument, stringify } from 'yaml';
import {
  hideSecrets,
  isSameJson,
  type JsonObject,
  type Path,
  replaceDocument,
  restoreSecrets,
} from '../../draft/index.ts';
import { Segments } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import styles from './code-view.module.css';
import { useEditor } from './editor-context.tsx';
import type { DraftProblem } from './problems.ts';

type Format = 'yaml' | 'json';

const READ_MS = 250;

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key, var(--accent))' },
  { tag: tags.definition(tags.propertyName), color: 'var(--code-key, var(--accent))' },
  { tag: tags.string, color: 'var(--code-string, var(--change-create))' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number, var(--change-replace))' },
  { tag: tags.comment, color: 'var(--text-3)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg-surface)', color: 'var(--text)' },
  '.cm-content': { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-12)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-subtle)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg-raised)', color: 'var(--text)', border: '1px solid var(--line)' },
});

/** The draft as text. What can be read becomes the draft while it is typed; what cannot is marked and changes nothing. */
export function CodeView() {
  const { t, sent } = useLanguage();
  const { document, problems, actions, selection } = useEditor();
  const [format, setFormat] = useState<Format>('yaml');
  const [fault, setFault] = useState<Fault>();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const current = useRef(document);
  current.current = document;
  const selected = selection?.kind === 'component' ? selection.name : undefined;
  const first = useRef(selected);
  const { change } = actions;
  const changeRef = useRef(change);
  changeRef.current = change;
  useEffect(() => {
    if (host.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (text: string): void => {
      const result = readText(text);
      setFault(result.fault);
      if (result.value === undefined) return;
      const value = restoreSecrets(result.value, current.current);
      if (!isSameJson(value, current.current)) changeRef.current(replaceDocument(value), 'code');
    };
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: writeText(current.current, format),
        extensions: [
          lineNumbers(),
          lintGutter(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          format === 'yaml' ? yaml() : json(),
          syntaxHighlighting(colours),
          look,
          EditorView.contentAttributes.of({
            tabindex: '0',
            'aria-label': t(editorMessages.codeOf({ format: format.toUpperCase() })),
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((each) => each.isUserEvent('draft'))) return;
            clearTimeout(timer);
            timer = setTimeout(() => read(update.state.doc.toString()), READ_MS);
          }),
        ],
      }),
    });
    view.current = editor;
    scrollToComponent(editor, first.current);
    return () => {
      clearTimeout(timer);
      editor.destroy();
      view.current = undefined;
    };
  }, [format, t]);
  // A change from elsewhere, such as undo, replaces the text; one that came from it does not.
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const text = editor.state.doc.toString();
    const { value } = readText(text);
    if (value === undefined || isSameJson(restoreSecrets(value, document), document)) return;
    editor.dispatch({
      changes: { from: 0, to: text.length, insert: writeText(document, format) },
      userEvent: 'draft',
    });
    setFault(undefined);
  }, [document, format]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const text = editor.state.doc.toString();
    const found: readonly Diagnostic[] =
      fault === undefined
        ? placeProblems(text, problems).map(({ from, to, problem }) => ({
            from,
            to,
            severity: problem.severity,
            message: [
              sent(problem, 'message', problem.message),
              problem.fix === undefined ? '' : sent(problem, 'fix', problem.fix),
            ].join(' '),
          }))
        : [{ from: fault.at, to: Math.min(text.length, fault.at + 1), severity: 'error', message: fault.message }];
    editor.dispatch(setDiagnostics(editor.state, [...found]));
  }, [problems, fault, sent]);
  return (
    <div className={styles.code}>
      <div className={styles.bar}>
        <Segments
          label={t(editorMessages.format)}
          value={format}
          options={[
            { value: 'yaml', text: 'YAML' },
            { value: 'json', text: 'JSON' },
          ]}
          onChange={setFormat}
        />
        {fault !== undefined && (
          <span className={`small grow break ${styles.fault}`} role="alert">
            {t(editorMessages.unreadable({ line: fault.line, reason: fault.message }))}
          </span>
        )}
      </div>
      <div ref={host} className={styles.host} />
    </div>
  );
}

interface Fault {
  readonly at: number;
  readonly line: number;
  readonly message: string;
}

/** JSON is YAML too, so that one parser reads both. */
function readText(text: string): { readonly value?: JsonObject; readonly fault?: Fault } {
  const parsed = parseDocument(text, { prettyErrors: true });
  const [error] = parsed.errors;
  if (error !== undefined) {
    const at = Math.min(error.pos[0], text.length);
    return { fault: { at, line: text.slice(0, at).split('\n').length, message: error.message.split('\n')[0] ?? '' } };
  }
  const value: unknown = parsed.toJS({ maxAliasCount: 100 });
  return isRecord(value) ? { value } : {};
}

function writeText(draft: JsonObject, format: Format): string {
  const document = hideSecrets(draft);
  return format === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : stringify(document, { lineWidth: 0 });
}

/** Where in a text the values are that problems are about, or the closest values around them. */
function placeProblems(text: string, problems: readonly DraftProblem[]) {
  const parsed = parseDocument(text);
  return problems.map(({ problem, path }) => {
    const [from, to] = findRange(parsed, path);
    const end = text.indexOf('\n', from);
    return { problem, from, to: Math.max(from, Math.min(to, end < 0 ? text.length : end, text.length)) };
  });
}

function findRange(parsed: ReturnType<typeof parseDocument>, path: Path): readonly [number, number] {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = parsed.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range !== null && node.range !== undefined) return [node.range[0], node.range[1]];
  }
  return [0, 0];
}

function scrollToComponent(editor: EditorView, name: string | undefined): void {
  if (name === undefined) return;
  const at = editor.state.doc.toString().search(new RegExp(`name"?: "?${name.replace(/[^\w-]/g, '')}\\b`));
  if (at >= 0) editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
}
