import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { Button, IconButton } from './button.tsx';
import { CliLine } from './cli-line.tsx';
import { ErrorPanel } from './feedback.tsx';
import { Field, Input } from './form.tsx';
import styles from './overlay.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** A question, or what it is for. */
  readonly title: string;
  readonly width?: 'normal' | 'wide' | 'full';
  readonly children: ReactNode;
  /** The buttons, the primary one last. */
  readonly foot?: ReactNode;
  /**
   * What has the focus after it was closed. @default `opener`: what had it before, or the trigger of the menu that opened it;
   * undefined where that is gone
   */
  readonly focusAfter?: (opener: HTMLElement | undefined) => HTMLElement | null | undefined;
}

export function Dialog({ open, onClose, title, width = 'normal', children, foot, focusAfter }: DialogProps) {
  const { t } = useLanguage();
  const opener = useRef<HTMLElement>(undefined);
  const wasOpen = useRef(false);
  // Before the dialog is in the page: a field in it may take the focus at once.
  if (open && !wasOpen.current) opener.current = findOpener(document.activeElement);
  wasOpen.current = open;
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={[styles.dialog, width !== 'normal' && styles[width]].filter(Boolean).join(' ')}
          aria-describedby={undefined}
          // The first control is "Close": its tooltip would cover the dialog, and take the first Escape.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          // Radix returns the focus to a trigger of its own, which dialogs that are opened by state do not have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const left = opener.current?.isConnected === true ? opener.current : undefined;
            (focusAfter === undefined ? left : focusAfter(left))?.focus();
          }}
        >
          <div className="row">
            <Radix.Title className={`${styles.dialogTitle} grow`}>{title}</Radix.Title>
            <IconButton label={t(kitMessages.close)} onClick={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          </div>
          {children}
          {foot !== undefined && <div className={styles.foot}>{foot}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What had the focus when a dialog was opened. An entry of a menu goes with its menu: its trigger stays. */
function findOpener(focused: Element | null): HTMLElement | undefined {
  const menu = focused?.closest('[role="menu"]');
  const trigger = menu === null || menu === undefined ? focused : document.getElementById(labelId(menu));
  return trigger instanceof HTMLElement && trigger !== document.body ? trigger : undefined;
}

function labelId(menu: Element): string {
  return menu.getAttribute('aria-labelledby') ?? '';
}

export interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The verb of the action. */
  readonly action: string;
  readonly danger?: boolean;
  /** The name that has to be typed before something is destroyed. */
  readonly typedName?: string;
  /** Why it cannot be confirmed as it stands. */
  readonly disabledReason?: string | undefined;
  readonly width?: DialogProps['width'];
  readonly onConfirm: () => Promise<void>;
  readonly children?: ReactNode;
}

/** Asks before an action; a failure is shown in the dialog, which stays open. */
export function Confirm({
  open,
  onClose,
  title,
  action,
  danger = false,
  typedName,
  disabledReason,
  width = 'normal',
  onConfirm,
  children,
}: ConfirmProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = (): void => {
    setTyped('');
    setError(undefined);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const untyped =
    typedName !== undefined && typed !== typedName ? t(kitMessages.typeName({ name: typedName })) : undefined;
  const missing = disabledReason ?? untyped;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      width={width}
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button
            kind={danger ? 'solidDanger' : 'primary'}
            busy={busy}
            disabledReason={missing}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {typedName !== undefined && (
        <Field label={t(kitMessages.typeName({ name: typedName }))}>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      {error !== undefined && <ErrorPanel error={error} />}
    </Dialog>
  );
}

interface FormDialogProps {
  readonly onClose: () => void;
  readonly title: string;
  /** The verb of the button. */
  readonly action: string;
  /** What is missing or wrong: the button states it. */
  readonly missing?: string | undefined;
  readonly onSubmit: () => Promise<void>;
  /** The command that does the same. */
  readonly command?: readonly string[];
  readonly children: ReactNode;
}

/** A form; it closes when it was accepted, and shows why it was not. */
export function FormDialog({ onClose, title, action, missing, onSubmit, command, children }: FormDialogProps) {
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
      return;
    }
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title} width="wide">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {command !== undefined && <CliLine words={command} />}
        {error !== undefined && <ErrorPanel error={error} />}
        <div className={styles.foot}>
          <Button onClick={onClose}>{t(kitMessages.back)}</Button>
          <Button kind="primary" type="submit" busy={busy} disabledReason={missing}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
