import { useRef, useState } from 'react';
import { readComponents, readSteps } from '../../draft/index.ts';
import { Button, Dialog, type DialogProps, Field, Input } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import { AddDialog } from './add-dialog.tsx';
import { useEditor } from './editor-context.tsx';
import { findCard } from './editor-focus.ts';
import { ExportDialog } from './export-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NAME } from './start-form.tsx';
import { UseDialog } from './use-dialog.tsx';

/** The dialogs of the editor; at most one is open. */
export function EditorDialogs() {
  const { dialog } = useEditor();
  switch (dialog?.kind) {
    case 'add':
      return <AddDialog lane={dialog.lane} text={dialog.text} />;
    case 'rename':
      return <RenameDialog name={dialog.name} />;
    case 'renameStep':
      return <RenameStepDialog index={dialog.index} />;
    case 'use':
      return <UseDialog source={dialog.source} target={dialog.target} />;
    case 'export':
      return <ExportDialog />;
    case 'merge':
      return <MergeDialog />;
    default:
      return null;
  }
}

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly taken: readonly string[];
  readonly onRename: (to: string) => void;
  readonly focusAfter?: DialogProps['focusAfter'];
}

function NameDialog({ title, name, taken, onRename, focusAfter }: NameDialogProps) {
  const { t } = useLanguage();
  const { openDialog } = useEditor();
  const [text, setText] = useState(name);
  const error =
    text === name
      ? undefined
      : taken.includes(text)
        ? t(editorMessages.nameTaken)
        : NAME.test(text)
          ? undefined
          : t(editorMessages.nameInvalid);
  const close = (): void => openDialog(undefined);
  const rename = (): void => {
    if (error !== undefined) return;
    if (text !== name) onRename(text);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      {...(focusAfter !== undefined && { focusAfter })}
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button kind="primary" disabledReason={error} onClick={rename}>
            {t(editorMessages.rename)}
          </Button>
        </>
      }
    >
      <Field label={t(editorMessages.name)} error={error} help={t(editorMessages.renameHelp)}>
        <Input
          value={text}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && rename()}
        />
      </Field>
    </Dialog>
  );
}

function RenameDialog({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  const { document, actions } = useEditor();
  const taken = readComponents(document).map((component) => component.name);
  const renamed = useRef(name);
  return (
    <NameDialog
      title={t(editorMessages.renameTitle({ name }))}
      name={name}
      taken={taken}
      onRename={(to) => {
        renamed.current = to;
        actions.rename(name, to);
      }}
      // Its card is another one under another name.
      focusAfter={(opener) => opener ?? findCard(renamed.current)}
    />
  );
}

function RenameStepDialog({ index }: { readonly index: number }) {
  const { t } = useLanguage();
  const { document, actions } = useEditor();
  const steps = readSteps(document);
  const name = steps.find((step) => step.index === index)?.name ?? '';
  return (
    <NameDialog
      title={t(editorMessages.renameTitle({ name }))}
      name={name}
      taken={steps.map((step) => step.name)}
      onRename={(to) => actions.renameStep(index, to)}
    />
  );
}
