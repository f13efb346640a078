import { SECRET_MASK } from '@kubemin/model';
import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { getAt, isLostSecret } from '../../../draft/index.ts';
import { Field, IconButton, Input, Select, Stepper, Switch, Textarea } from '../../../kit/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { editorMessages } from '../../../messages/index.ts';
import styles from './form.module.css';
import { type AnyField, type FieldProps, useFieldTexts, useForm, valueText } from './form-target.tsx';

/** The value of a typed text: a number where the field is one and the text can be read as one. */
export function readTyped(field: AnyField, text: string): unknown {
  return field.widget === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

interface SuggestingInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly names: readonly string[];
}

/** A text with names that may be meant. */
export function SuggestingInput({ names, ...rest }: SuggestingInputProps) {
  const list = useId();
  return (
    <>
      <Input {...rest} spellCheck={false} autoComplete="off" list={names.length > 0 ? list : undefined} />
      {names.length > 0 && (
        <datalist id={list}>
          {names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

export function TextField(props: FieldProps) {
  const { field, path } = props;
  const { root, change, suggest } = useForm();
  const { name, help, error, placeholder } = useFieldTexts(props);
  const text = valueText(getAt(root, path));
  const write = (next: string): void => {
    if (next === '' && !(field.required && field.widget === 'text')) change(path, undefined);
    else change(path, readTyped(field, next));
  };
  return (
    <Field label={name} help={help} error={error}>
      {field.widget === 'textarea' ? (
        <Textarea value={text} placeholder={placeholder} onChange={(event) => write(event.target.value)} />
      ) : (
        <SuggestingInput
          names={suggest?.(path) ?? []}
          value={text}
          placeholder={placeholder}
          inputMode={field.widget === 'number' ? 'numeric' : undefined}
          onChange={(event) => write(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A number that is given and has bounds is counted up and down; one that is not given stays so until it is typed. */
export function NumberField(props: FieldProps) {
  const { field, path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  const { minimum, maximum } = field;
  if (typeof value !== 'number' || minimum === undefined || maximum === undefined || maximum > MOST_STEPS) {
    return <TextField {...props} />;
  }
  return (
    <Field label={name} help={help} error={error}>
      <Stepper label={name} value={value} minimum={minimum} maximum={maximum} onChange={(next) => change(path, next)} />
    </Field>
  );
}

/** Larger numbers, such as ports, are typed. */
const MOST_STEPS = 10_000;

export function PasswordField(props: FieldProps) {
  const { path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  return (
    <Field label={name} help={help} error={error}>
      <SecretInput
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => change(path, next === '' ? undefined : next)}
      />
    </Field>
  );
}

interface SecretInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A secret: what is stored is never shown; what is typed now can be. */
export function SecretInput({ value, onChange, ...rest }: SecretInputProps) {
  const { t } = useLanguage();
  const [isTyped, setTyped] = useState(false);
  const [isShown, setShown] = useState(false);
  const isStored = value === SECRET_MASK;
  const isLost = isLostSecret(value);
  return (
    <span className="row grow">
      <Input
        {...rest}
        type={isShown && isTyped ? 'text' : 'password'}
        value={isStored ? '' : valueText(value)}
        placeholder={
          isStored ? t(editorMessages.secretStored) : isLost ? t(editorMessages.secretLostPlaceholder) : undefined
        }
        autoComplete="new-password"
        spellCheck={false}
        onChange={(event) => {
          setTyped(true);
          onChange(event.target.value);
        }}
      />
      <IconButton
        small
        label={t(isShown ? editorMessages.hideValue : editorMessages.showValue)}
        disabledReason={isTyped ? undefined : t(editorMessages.onlyTyped)}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
      </IconButton>
    </span>
  );
}

export function SwitchField(props: FieldProps) {
  const { field, path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  const usual = field.default === true;
  const isOn = typeof value === 'boolean' ? value : usual;
  return (
    <div className={styles.switchRow}>
      <Switch
        label={name}
        checked={isOn}
        onChange={(next) => change(path, next === usual && field.default !== undefined ? undefined : next)}
      />
      <span className="two-lines">
        <span className="small medium">{name}</span>
        {help !== undefined && <span className="small hint">{help}</span>}
        {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      </span>
    </div>
  );
}

export function SelectField(props: FieldProps) {
  const { field, path } = props;
  const { t } = useLanguage();
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  const options = field.options ?? [];
  const text = value === undefined ? '' : String(value);
  const write = (next: string): void => {
    if (next === '') change(path, undefined);
    else change(path, typeof field.default === 'number' ? Number(next) : next);
  };
  const isKnown = text === '' || options.some((option) => option.value === text);
  return (
    <Field label={name} help={help} error={error}>
      <Select value={text} onChange={(event) => write(event.target.value)}>
        {(!field.required || text === '') && (
          <option value="">
            {field.default === undefined
              ? t(editorMessages.notSet)
              : t(editorMessages.usual({ value: String(field.default) }))}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {t(option.label)}
          </option>
        ))}
        {!isKnown && <option value={text}>{text}</option>}
      </Select>
    </Field>
  );
}

export function JsonField(props: FieldProps) {
  const { path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  return (
    <JsonEditor
      label={name}
      help={help}
      error={error}
      value={getAt(root, path)}
      onChange={(next) => change(path, next)}
    />
  );
}

interface JsonEditorProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Any value as JSON; a text that cannot be read stays in the field and changes nothing. */
export function JsonEditor({ label, help, error, value, onChange }: JsonEditorProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState<{ readonly text: string; readonly isInvalid: boolean }>();
  const text = typed?.text ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const write = (next: string): void => {
    const parsed = parseJson(next);
    setTyped({ text: next, isInvalid: parsed === undefined });
    if (parsed !== undefined) onChange(parsed.value);
  };
  return (
    <Field label={label} help={help} error={typed?.isInvalid === true ? t(editorMessages.jsonInvalid) : error}>
      <Textarea
        className="mono"
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
        onBlur={() => typed?.isInvalid === false && setTyped(undefined)}
      />
    </Field>
  );
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
