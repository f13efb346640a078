import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { IconButton } from './button.tsx';
import styles from './code.module.css';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** Where the usual one would be mistaken for that of another button. */
  readonly icon?: ReactNode;
}

/** Copies a text to the clipboard, and shows that it did. */
export function CopyButton({ text, label, icon }: CopyButtonProps) {
  const { t } = useLanguage();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      small
      label={copied ? t(kitMessages.copied) : (label ?? t(kitMessages.copy))}
      onClick={() => void copy()}
    >
      {copied ? <Check size={14} aria-hidden /> : (icon ?? <Copy size={14} aria-hidden />)}
    </IconButton>
  );
}

interface CodeProps {
  readonly text: string;
  readonly wrapped?: boolean;
  readonly copy?: boolean;
}

/** Text that is shown exactly: commands, manifests, raw messages. */
export function Code({ text, wrapped = false, copy = true }: CodeProps) {
  return (
    // Scrolled by keyboards too.
    <div className={[styles.code, wrapped && styles.wrapped].filter(Boolean).join(' ')} tabIndex={0}>
      <pre>{text}</pre>
      {copy && <CopyButton text={text} />}
    </div>
  );
}
