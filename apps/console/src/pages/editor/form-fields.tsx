import { isRecord } from '@kubemin/base';
import { type FormField, formatPath, SECRET_MASK } from '@kubemin/model';
import { ArrowDown, ArrowUp, Eye, EyeOff, Plus, X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { getAt, type Path } from '../../draft/index.ts';
import { Button, Field, IconButton, Input, Segments, Select, Switch, Textarea } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import styles from './form-fields.module.css';

/** What fields read and write; the same for the inspector and for parameters of templates. */
export interface FormTarget {
  readonly root: unknown;
  /** Sets a value; undefined removes it. */
  readonly change: (path: Path, value: unknown) => void;
  /** What is wrong at a path, for the user. */
  readonly problemAt: (path: Path) => string | undefined;
  /** Names that may be meant at a path. */
  readonly suggest?: (path: Path) => readonly string[];
}

const FormContext = createContext<FormTarget | undefined>(undefined);

export function FormProvider({ target, children }: { readonly target: FormTarget; readonly children: ReactNode }) {
  return <FormContext value={target}>{children}</FormContext>;
}

function useForm(): FormTarget {
  const target = useContext(FormContext);
  if (target === undefined) throw new Error('form fields need a FormProvider above');
  return target;
}

/** A field without what only a list of fields needs: an entry of a list or a map. */
type AnyField = Pick<
  FormField,
  'widget' | 'required' | 'default' | 'example' | 'minimum' | 'maximum' | 'options' | 'fields' | 'exactlyOne' | 'item'
> &
  Partial<Pick<FormField, 'name' | 'label' | 'help' | 'group'>>;

interface FieldProps {
  readonly field: AnyField;
  readonly path: Path;
  /** In place of its own: the place in a list. */
  readonly label?: string;
}

/** The fields of an object in their order; those that are folded away at the end. */
export function FieldList({
  fields,
  path,
  exclude = [],
}: {
  readonly fields: readonly FormField[];
  readonly path: Path;
  readonly exclude?: readonly string[];
}) {
  const { t } = useLanguage();
  const { root } = useForm();
  const shown = fields
    .filter(({ name }) => !exclude.includes(name))
    .toSorted((left, right) => left.order - right.order);
  const isFolded = (field: FormField): boolean => field.group === 'advanced' || field.group === 'metadata';
  const folded = shown.filter(isFolded);
  const value = getAt(root, path);
  const used = folded.filter(({ name }) => isRecord(value) && value[name] !== undefined).length;
  return (
    <>
      {shown
        .filter((field) => !isFolded(field))
        .map((field) => (
          <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
        ))}
      {folded.length > 0 && (
        <details className={styles.more} open={used > 0}>
          <summary>{t(editorMessages.advanced({ count: folded.length }))}</summary>
          <div className={styles.fields}>
            {folded.map((field) => (
              <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** One field with the control of its widget. */
export function FormFieldView(props: FieldProps) {
  const { path } = props;
  return (
    <div data-path={formatPath(path)} className={styles.place}>
      <Control {...props} />
    </div>
  );
}

function Control(props: FieldProps) {
  switch (props.field.widget) {
    case 'group':
      return <GroupField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'tags':
      return <ListField {...props} />;
    case 'keyValue':
      return <KeyValueField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'select':
      return <SelectField {...props} />;
    case 'password':
      return <PasswordField {...props} />;
    case 'json':
    case 'traits':
      return <JsonField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

function useFieldTexts({ field, path, label }: FieldProps) {
  const { t } = useLanguage();
  const { problemAt } = useForm();
  const name = label ?? (field.label === undefined ? String(path.at(-1) ?? '') : t(field.label));
  const help = field.help === undefined ? '' : t(field.help);
  return {
    name,
    /** Required fields have no mark: the few that are optional to a beginner are folded away. */
    help: help === '' ? undefined : help,
    error: problemAt(path),
    placeholder:
      field.default !== undefined && field.default !== '' ? String(field.default) : exampleText(field.example),
  };
}

function exampleText(example: unknown): string | undefined {
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}

function TextField(props: FieldProps) {
  const { field, path } = props;
  const { root, change, suggest } = useForm();
  const { name, help, error, placeholder } = useFieldTexts(props);
  const list = useId();
  const value = getAt(root, path);
  const names = suggest?.(path) ?? [];
  const isNumber = field.widget === 'number';
  const write = (text: string): void => {
    if (text === '' && !(field.required && field.widget === 'text')) change(path, undefined);
    else change(path, isNumber && Number.isFinite(Number(text)) && text.trim() !== '' ? Number(text) : text);
  };
  const text =
    value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return (
    <>
      <Field label={name} help={help} error={error}>
        {field.widget === 'textarea' ? (
          <Textarea value={text} placeholder={placeholder} onChange={(event) => write(event.target.value)} />
        ) : (
          <Input
            value={text}
            placeholder={placeholder}
            inputMode={isNumber ? 'numeric' : undefined}
            spellCheck={false}
            autoComplete="off"
            list={names.length > 0 ? list : undefined}
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Field>
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

function PasswordField(props: FieldProps) {
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

/** A secret: what is stored is never shown; what is typed now can be. */
function SecretInput({
  value,
  onChange,
  label,
  ...rest
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
}) {
  const { t } = useLanguage();
  const [isTyped, setTyped] = useState(false);
  const [isShown, setShown] = useState(false);
  const isStored = value === SECRET_MASK;
  return (
    <span className="row grow">
      <Input
        {...rest}
        aria-label={label}
        type={isShown && isTyped ? 'text' : 'password'}
        value={isStored ? '' : value}
        placeholder={isStored ? t(editorMessages.secretStored) : undefined}
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

function SwitchField(props: FieldProps) {
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

function SelectField(props: FieldProps) {
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

function JsonField(props: FieldProps) {
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

/** Fields of an object; of those of which exactly one must be given, the chosen one. */
function GroupField(props: FieldProps) {
  const { field, path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  const fields = field.fields ?? [];
  const isGiven = value !== undefined;
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className="row">
        <span className="small medium grow">{name}</span>
        {!field.required && (
          <PresenceSwitch
            name={name}
            isGiven={isGiven}
            onChange={(next) => change(path, next ? startingValue(field) : undefined)}
          />
        )}
      </div>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      {(isGiven || field.required) && <GroupFields field={field} path={path} fields={fields} />}
    </fieldset>
  );
}

function PresenceSwitch({
  name,
  isGiven,
  onChange,
}: {
  readonly name: string;
  readonly isGiven: boolean;
  readonly onChange: (next: boolean) => void;
}) {
  return <Switch label={name} checked={isGiven} onChange={onChange} />;
}

/** The fields of a group or of an entry of a list. */
export function GroupFields({
  field,
  path,
  fields,
}: {
  readonly field: AnyField;
  readonly path: Path;
  readonly fields: readonly FormField[];
}) {
  const branches = field.exactlyOne ?? [];
  return (
    <div className={styles.fields}>
      <FieldList fields={fields} path={path} exclude={branches} />
      {branches.length > 0 && <Branches fields={fields.filter(({ name }) => branches.includes(name))} path={path} />}
      <OtherFields path={path} known={fields.map(({ name }) => name)} />
    </div>
  );
}

/** Exactly one of several fields. Another choice keeps what was written for the first until the form is left. */
function Branches({ fields, path }: { readonly fields: readonly FormField[]; readonly path: Path }) {
  const { t } = useLanguage();
  const { root, change } = useForm();
  const left = useRef(new Map<string, unknown>());
  const given = fields.filter(({ name }) => getAt(root, [...path, name]) !== undefined);
  const chosen = given[0];
  const choose = (name: string): void => {
    for (const each of given) {
      left.current.set(each.name, getAt(root, [...path, each.name]));
      if (each.name !== name) change([...path, each.name], undefined);
    }
    const field = fields.find((each) => each.name === name);
    if (field !== undefined) change([...path, name], left.current.get(name) ?? startingValue(field));
  };
  return (
    <>
      <Segments
        label={t(editorMessages.chooseOne)}
        value={chosen?.name ?? ''}
        options={fields.map((field) => ({ value: field.name, text: t(field.label) }))}
        onChange={choose}
      />
      {given.map((field) =>
        field.widget === 'group' ? (
          <div key={field.name} data-path={formatPath([...path, field.name])} className={styles.place}>
            <GroupFields field={field} path={[...path, field.name]} fields={field.fields ?? []} />
          </div>
        ) : (
          <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
        ),
      )}
    </>
  );
}

/** Fields that no form describes: nothing of a document is hidden. */
export function OtherFields({ path, known }: { readonly path: Path; readonly known: readonly string[] }) {
  const { t } = useLanguage();
  const { root, change } = useForm();
  const value = getAt(root, path);
  const others = isRecord(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  if (others.length === 0) return null;
  return (
    <details className={styles.more} open>
      <summary>{t(editorMessages.otherFields({ count: others.length }))}</summary>
      <div className={styles.fields}>
        {others.map((key) => (
          <div key={key} data-path={formatPath([...path, key])} className={styles.place}>
            <JsonEditor
              label={key}
              value={getAt(root, [...path, key])}
              onChange={(next) => change([...path, key], next)}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

/** Entries in an order: fields of each, or one control each. */
function ListField(props: FieldProps) {
  const { field, path } = props;
  const { t } = useLanguage();
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const value = getAt(root, path);
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const item: AnyField = field.item ?? { widget: 'text', required: true };
  const write = (next: readonly unknown[]): void =>
    change(path, next.length === 0 && !field.required ? undefined : next);
  const swap = (at: number, to: number): void => {
    const moved = items.toSpliced(at, 1).toSpliced(to, 0, items[at]);
    write(moved);
  };
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className="row">
        <span className="small medium grow">{name}</span>
        <Button
          size="small"
          kind="ghost"
          icon={<Plus size={12} aria-hidden />}
          onClick={() => write([...items, startingValue(item)])}
        >
          {t(editorMessages.addEntry)}
        </Button>
      </div>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      {numberEntries(items).map(({ at, entry }) => {
        const place = [...path, at];
        const title = entryTitle(entry, name, at);
        const controls = {
          title,
          at,
          count: items.length,
          onMove: (to: number) => swap(at, to),
          onRemove: () => write(items.toSpliced(at, 1)),
        };
        return item.widget === 'group' ? (
          <div key={at} className={styles.entry} data-path={formatPath(place)}>
            <div className="row">
              <span className="small secondary grow cut">{title}</span>
              <EntryControls {...controls} />
            </div>
            <GroupFields field={item} path={place} fields={item.fields ?? []} />
          </div>
        ) : (
          <div key={at} className={styles.scalar} data-path={formatPath(place)}>
            <ScalarEntry label={`${name} ${at + 1}`} item={item} value={entry} path={place} />
            <EntryControls {...controls} />
          </div>
        );
      })}
    </fieldset>
  );
}

interface EntryControlsProps {
  readonly title: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function EntryControls({ title, at, count, onMove, onRemove }: EntryControlsProps) {
  const { t } = useLanguage();
  return (
    <span className="row">
      {count > 1 && (
        <>
          <IconButton
            small
            label={t(editorMessages.entryUp({ name: title }))}
            disabledReason={at === 0 ? t(editorMessages.isFirst) : undefined}
            onClick={() => onMove(at - 1)}
          >
            <ArrowUp size={12} aria-hidden />
          </IconButton>
          <IconButton
            small
            label={t(editorMessages.entryDown({ name: title }))}
            disabledReason={at === count - 1 ? t(editorMessages.isLast) : undefined}
            onClick={() => onMove(at + 1)}
          >
            <ArrowDown size={12} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton small label={t(editorMessages.removeEntry({ name: title }))} onClick={onRemove}>
        <X size={12} aria-hidden />
      </IconButton>
    </span>
  );
}

function ScalarEntry({
  label,
  item,
  value,
  path,
}: {
  readonly label: string;
  readonly item: AnyField;
  readonly value: unknown;
  readonly path: Path;
}) {
  const { change, suggest, problemAt } = useForm();
  const { t } = useLanguage();
  const list = useId();
  const names = suggest?.(path) ?? [];
  if (item.options !== undefined) {
    return (
      <Select aria-label={label} value={String(value ?? '')} onChange={(event) => change(path, event.target.value)}>
        {item.options.map((option) => (
          <option key={option.value} value={option.value}>
            {t(option.label)}
          </option>
        ))}
      </Select>
    );
  }
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return (
    <>
      <Input
        className="mono"
        aria-label={label}
        aria-invalid={problemAt(path) !== undefined}
        title={problemAt(path)}
        value={text}
        spellCheck={false}
        list={names.length > 0 ? list : undefined}
        onChange={(event) => {
          const next = event.target.value;
          change(
            path,
            item.widget === 'number' && next.trim() !== '' && Number.isFinite(Number(next)) ? Number(next) : next,
          );
        }}
      />
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

function numberEntries(items: readonly unknown[]): readonly { readonly at: number; readonly entry: unknown }[] {
  return items.map((entry, at) => ({ at, entry }));
}

function entryTitle(entry: unknown, name: string, at: number): string {
  if (isRecord(entry)) {
    for (const key of ['name', 'type', 'port', 'key', 'path', 'sourceName']) {
      const value = entry[key];
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
    }
  }
  return `${name} ${at + 1}`;
}

/** Values by key. Several lines of `KEY=value` are pasted at once. */
function KeyValueField(props: FieldProps) {
  const { field, path } = props;
  const { t } = useLanguage();
  const { root, change, problemAt } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const [newKey, setNewKey] = useState('');
  const value = getAt(root, path);
  const entries = isRecord(value) ? Object.entries(value) : [];
  const isSecret = field.item?.widget === 'password';
  const write = (next: readonly (readonly [string, unknown])[]): void =>
    change(path, next.length === 0 && !field.required ? undefined : Object.fromEntries(next));
  const renameKey = (from: string, to: string): void => {
    if (to === from || to === '' || entries.some(([key]) => key === to)) return;
    write(entries.map(([key, each]) => [key === from ? to : key, each]));
  };
  const add = (): void => {
    if (newKey === '' || entries.some(([key]) => key === newKey)) return;
    write([...entries, [newKey, '']]);
    setNewKey('');
  };
  const paste = (event: React.ClipboardEvent): void => {
    const pairs = readVariables(event.clipboardData.getData('text'));
    if (pairs.length === 0) return;
    event.preventDefault();
    write([...entries.filter(([key]) => !pairs.some(([other]) => other === key)), ...pairs]);
  };
  return (
    <fieldset className={styles.group} aria-label={name}>
      <span className="small medium">{name}</span>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      {entries.map(([key, each]) => {
        const place = [...path, key];
        const problem = problemAt(place);
        return (
          <div key={key} data-path={formatPath(place)} className={styles.place}>
            <div className={styles.pair}>
              <KeyInput label={t(editorMessages.key)} value={key} onRename={(to) => renameKey(key, to)} />
              {isSecret ? (
                <SecretInput
                  label={t(editorMessages.valueOf({ key }))}
                  value={typeof each === 'string' ? each : ''}
                  onChange={(next) => change(place, next)}
                />
              ) : (
                <Input
                  className="mono"
                  aria-label={t(editorMessages.valueOf({ key }))}
                  aria-invalid={problem !== undefined}
                  value={typeof each === 'object' ? JSON.stringify(each) : String(each ?? '')}
                  spellCheck={false}
                  onChange={(event) => change(place, event.target.value)}
                />
              )}
              <IconButton
                small
                label={t(editorMessages.removeEntry({ name: key }))}
                onClick={() => write(entries.filter(([other]) => other !== key))}
              >
                <X size={12} aria-hidden />
              </IconButton>
            </div>
            {problem !== undefined && <span className={`small ${styles.error}`}>{problem}</span>}
          </div>
        );
      })}
      <div className={styles.pair}>
        <Input
          className="mono"
          aria-label={t(editorMessages.newKeyOf({ name }))}
          placeholder={t(editorMessages.newKey)}
          value={newKey}
          spellCheck={false}
          onPaste={paste}
          onChange={(event) => setNewKey(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" icon={<Plus size={12} aria-hidden />} onClick={add}>
          {t(editorMessages.addEntry)}
        </Button>
      </div>
    </fieldset>
  );
}

/** A key takes effect when it is left: while it is typed it could be that of another entry. */
function KeyInput({
  label,
  value,
  onRename,
}: {
  readonly label: string;
  readonly value: string;
  readonly onRename: (to: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      className="mono"
      aria-label={label}
      value={typed ?? value}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined) onRename(typed);
        setTyped(undefined);
      }}
    />
  );
}

/** Lines of an `.env` file: `KEY=value`, with or without quotes. */
export function readVariables(text: string): readonly (readonly [string, string])[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (found === null) return [];
    const [, key = '', value = ''] = found;
    return [[key, value.replace(/^(['"])(.*)\1$/, '$2')] as const];
  });
}

/** What a field starts with when it is added: choices are made, texts are left to the user. */
export function startingValue(field: AnyField): unknown {
  switch (field.widget) {
    case 'group': {
      const branches = field.exactlyOne ?? [];
      const branch = branches.includes('httpGet') ? 'httpGet' : branches[0];
      const fields = (field.fields ?? []).filter(
        ({ name, required }) => name === branch || (required && !branches.includes(name)),
      );
      return Object.fromEntries(
        fields.map((each) => [each.name, startingValue(each)]).filter(([, value]) => value !== undefined),
      );
    }
    case 'list':
      return field.item?.widget === 'group' ? [startingValue(field.item)] : [];
    case 'tags':
      return [];
    case 'keyValue':
      return {};
    case 'select':
      return exampleText(field.example) ?? field.options?.[0]?.value;
    case 'switch':
      return field.default === true;
    case 'number':
      return typeof field.example === 'number' ? field.example : field.minimum;
    case 'json':
    case 'traits':
      return undefined;
    default:
      return '';
  }
}
