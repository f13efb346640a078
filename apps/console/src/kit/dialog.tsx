import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { Button, IconButton } from './button.tsx';
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
}

export function Dialog({ open, onClose, title, width = 'normal', children, foot }: DialogProps) {
  const { t } = useLanguage();
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={[styles.dialog, width !== 'normal' && styles[width]].filter(Boolean).join(' ')}
          aria-describedby={undefined}
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

export interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The verb of the action. */
  readonly action: string;
  readonly danger?: boolean;
  /** The name that has to be typed before something is destroyed. */
  readonly typedName?: string;
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
  const missing =
    typedName !== undefined && typed !== typedName ? t(kitMessages.typeName({ name: typedName })) : undefined;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
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
  readonly children: ReactNode;
}

/** A form; it closes when it was accepted, and shows why it was not. */
export function FormDialog({ onClose, title, action, missing, onSubmit, children }: FormDialogProps) {
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
