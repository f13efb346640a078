import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './functions.module.css';

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg-surface)', color: 'var(--text)' },
  '.cm-content': { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-12)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg-subtle)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
});

interface CodeEditorProps {
  readonly label: string;
  /** At first; another key shows another text. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Code of any language as text with line numbers. */
export function CodeEditor({ label, text, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const first = useRef(text);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          look,
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => editor.destroy();
  }, [label]);
  return <div ref={host} className={styles.editor} />;
}
