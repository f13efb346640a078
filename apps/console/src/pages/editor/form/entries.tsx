import { isRecord } from '@kubemin/base';
import { formatPath } from '@kubemin/model';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { getAt, type Path } from '../../../draft/index.ts';
import { Button, IconButton, Input, Select } from '../../../kit/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { editorMessages } from '../../../messages/index.ts';
import { readTyped, SecretInput, SuggestingInput } from './controls.tsx';
import { GroupFields } from './fields.tsx';
import styles from './form.module.css';
import { type AnyField, type FieldProps, useFieldTexts, useForm, valueText } from './form-target.tsx';
import { readVariables } from './read-variables.ts';
import { startingValue } from './starting-value.ts';

interface EntriesProps {
  readonly field: FieldProps;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a list or a map: its name, help and error, and its entries. */
function Entries({ field, action, children }: EntriesProps) {
  const { name, help, error } = useFieldTexts(field);
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className="row">
        <span className="small medium grow">{name}</span>
        {action}
      </div>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      {children}
    </fieldset>
  );
}

/** Entries in an order: fields of each, or one control each. */
export function ListField(props: FieldProps) {
  const { field, path } = props;
  const { t } = useLanguage();
  const { root, change, problemAt } = useForm();
  const { name } = useFieldTexts(props);
  const value = getAt(root, path);
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const item: AnyField = field.item ?? { widget: 'text', required: true };
  const write = (next: readonly unknown[]): void =>
    change(path, next.length === 0 && !field.required ? undefined : next);
  return (
    <Entries
      field={props}
      action={
        <Button
          size="small"
          kind="ghost"
          icon={<Plus size={12} aria-hidden />}
          onClick={() => write([...items, startingValue(item)])}
        >
          {t(editorMessages.addEntry)}
        </Button>
      }
    >
      {numberEntries(items).map(({ at, entry }) => {
        const place = [...path, at];
        const title = entryTitle(entry, name, at);
        const controls = (
          <EntryControls
            title={title}
            order={{
              at,
              count: items.length,
              onMove: (to) => write(items.toSpliced(at, 1).toSpliced(to, 0, entry)),
            }}
            onRemove={() => write(items.toSpliced(at, 1))}
          />
        );
        const problem = problemAt(place);
        return (
          <div key={at} className={item.widget === 'group' ? styles.entry : styles.place} data-path={formatPath(place)}>
            {item.widget === 'group' ? (
              <>
                <div className="row">
                  <span className="small secondary grow cut">{title}</span>
                  {controls}
                </div>
                <GroupFields field={item} path={place} fields={item.fields ?? []} />
              </>
            ) : (
              <div className={styles.scalar}>
                <ScalarEntry label={`${name} ${at + 1}`} item={item} value={entry} path={place} />
                {controls}
              </div>
            )}
            {problem !== undefined && <span className={`small ${styles.error}`}>{problem}</span>}
          </div>
        );
      })}
    </Entries>
  );
}

interface EntryControlsProps {
  readonly title: string;
  /** Absent where entries have no order. */
  readonly order?: { readonly at: number; readonly count: number; readonly onMove: (to: number) => void };
  readonly onRemove: () => void;
}

function EntryControls({ title, order, onRemove }: EntryControlsProps) {
  const { t } = useLanguage();
  return (
    <span className="row">
      {order !== undefined && order.count > 1 && (
        <>
          <IconButton
            small
            label={t(editorMessages.entryUp({ name: title }))}
            disabledReason={order.at === 0 ? t(editorMessages.isFirst) : undefined}
            onClick={() => order.onMove(order.at - 1)}
          >
            <ArrowUp size={12} aria-hidden />
          </IconButton>
          <IconButton
            small
            label={t(editorMessages.entryDown({ name: title }))}
            disabledReason={order.at === order.count - 1 ? t(editorMessages.isLast) : undefined}
            onClick={() => order.onMove(order.at + 1)}
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

interface ScalarEntryProps {
  readonly label: string;
  readonly item: AnyField;
  readonly value: unknown;
  readonly path: Path;
}

function ScalarEntry({ label, item, value, path }: ScalarEntryProps) {
  const { change, suggest, problemAt } = useForm();
  const { t } = useLanguage();
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
  return (
    <SuggestingInput
      className="mono"
      names={suggest?.(path) ?? []}
      aria-label={label}
      aria-invalid={problemAt(path) !== undefined}
      value={valueText(value)}
      onChange={(event) => change(path, readTyped(item, event.target.value))}
    />
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
export function KeyValueField(props: FieldProps) {
  const { field, path } = props;
  const { t } = useLanguage();
  const { root, change, problemAt } = useForm();
  const { name } = useFieldTexts(props);
  const value = getAt(root, path);
  const entries = isRecord(value) ? Object.entries(value) : [];
  const isSecret = field.item?.widget === 'password';
  const write = (next: readonly (readonly [string, unknown])[]): void =>
    change(path, next.length === 0 && !field.required ? undefined : Object.fromEntries(next));
  const renameKey = (from: string, to: string): void => {
    if (to === from || to === '' || entries.some(([key]) => key === to)) return;
    write(entries.map(([key, each]) => [key === from ? to : key, each]));
  };
  return (
    <Entries field={props}>
      {entries.map(([key, each]) => {
        const place = [...path, key];
        const problem = problemAt(place);
        const label = t(editorMessages.valueOf({ key }));
        return (
          <div key={key} data-path={formatPath(place)} className={styles.place}>
            <div className={styles.pair}>
              <KeyInput label={t(editorMessages.key)} value={key} onRename={(to) => renameKey(key, to)} />
              {isSecret ? (
                <SecretInput
                  aria-label={label}
                  aria-invalid={problem !== undefined}
                  value={typeof each === 'string' ? each : ''}
                  onChange={(next) => change(place, next)}
                />
              ) : (
                <Input
                  className="mono"
                  aria-label={label}
                  aria-invalid={problem !== undefined}
                  value={valueText(each)}
                  spellCheck={false}
                  onChange={(event) => change(place, readTyped(field.item ?? TEXT, event.target.value))}
                />
              )}
              <EntryControls title={key} onRemove={() => write(entries.filter(([other]) => other !== key))} />
            </div>
            {problem !== undefined && <span className={`small ${styles.error}`}>{problem}</span>}
          </div>
        );
      })}
      <NewKey
        name={name}
        onAdd={(pairs) => write([...entries.filter(([key]) => !pairs.some(([other]) => other === key)), ...pairs])}
        isTaken={(key) => entries.some(([other]) => other === key)}
      />
    </Entries>
  );
}

const TEXT: AnyField = { widget: 'text', required: true };

interface NewKeyProps {
  readonly name: string;
  readonly onAdd: (pairs: readonly (readonly [string, string])[]) => void;
  readonly isTaken: (key: string) => boolean;
}

function NewKey({ name, onAdd, isTaken }: NewKeyProps) {
  const { t } = useLanguage();
  const [key, setKey] = useState('');
  const add = (): void => {
    if (key === '' || isTaken(key)) return;
    onAdd([[key, '']]);
    setKey('');
  };
  const paste = (event: ClipboardEvent): void => {
    const pairs = readVariables(event.clipboardData.getData('text'));
    if (pairs.length === 0) return;
    event.preventDefault();
    onAdd(pairs);
  };
  return (
    <div className={styles.newKey}>
      <Input
        className="mono"
        aria-label={t(editorMessages.newKeyOf({ name }))}
        placeholder={t(editorMessages.newKey)}
        value={key}
        spellCheck={false}
        onPaste={paste}
        onChange={(event) => setKey(event.target.value)}
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
  );
}

interface KeyInputProps {
  readonly label: string;
  readonly value: string;
  readonly onRename: (to: string) => void;
}

/** A key takes effect when it is left: while it is typed it could be that of another entry. */
function KeyInput({ label, value, onRename }: KeyInputProps) {
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
