import { Minus, Plus, Search as SearchIcon } from 'lucide-react';
import {
  cloneElement,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import styles from './form.module.css';

interface ControlAttributes {
  readonly id?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** One line: what to correct. */
  readonly error?: string | undefined;
  readonly children: ReactElement<ControlAttributes>;
}

/** A control with its label, help and error, connected for screen readers. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
      {help !== undefined && (
        <span id={`${id}-help`} className={styles.help}>
          {help}
        </span>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input {...rest} className={[styles.input, className].filter(Boolean).join(' ')} />;
}

export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...rest} className={[styles.input, className].filter(Boolean).join(' ')} />;
}

/** The browser's own select: it works with every keyboard, screen reader and phone. */
export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...rest} className={[styles.input, className].filter(Boolean).join(' ')} />;
}

interface SearchProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Search({ label, ...rest }: SearchProps) {
  return (
    <div className={styles.search}>
      <SearchIcon size={14} aria-hidden />
      <Input {...rest} type="search" aria-label={label} placeholder={rest.placeholder ?? label} />
    </div>
  );
}

interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: ReactNode; readonly name?: string }[];
  readonly onChange: (value: V) => void;
}

/** One of a few choices, all visible. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.segment}
          aria-pressed={option.value === value}
          aria-label={option.name}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}

interface StepperProps extends ControlAttributes {
  readonly label: string;
  readonly value: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly onChange: (value: number) => void;
}

export function Stepper({ label, value, minimum = 0, maximum = 10_000, onChange, ...rest }: StepperProps) {
  const { t } = useLanguage();
  const set = (next: number): void => onChange(Math.min(maximum, Math.max(minimum, next)));
  return (
    <span className={styles.stepper}>
      <button type="button" aria-label={t(kitMessages.less({ name: label }))} onClick={() => set(value - 1)}>
        <Minus size={14} aria-hidden />
      </button>
      <input
        {...rest}
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => {
          const next = Number.parseInt(event.target.value, 10);
          if (!Number.isNaN(next)) set(next);
        }}
      />
      <button type="button" aria-label={t(kitMessages.more({ name: label }))} onClick={() => set(value + 1)}>
        <Plus size={14} aria-hidden />
      </button>
    </span>
  );
}

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
}

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input {...rest} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

interface SwitchProps extends ControlAttributes {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange, ...rest }: SwitchProps) {
  return (
    <span className={styles.switchTarget}>
      <button
        {...rest}
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-label={label}
        onClick={() => onChange(!checked)}
      />
    </span>
  );
}
