import { isRecord } from '@kubemin/base';
import { readYamlDocuments } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findComponent,
  getAt,
  type JsonObject,
  mergeDocuments,
  readComponents,
  readSteps,
  type Side,
  type Usage,
} from '../../draft/index.ts';
import {
  Button,
  Code,
  Dialog,
  ErrorPanel,
  Field,
  Input,
  Search,
  Segments,
  Select,
  Skeleton,
  Textarea,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import { TypeIcon } from './component-view.tsx';
import styles from './dialogs.module.css';
import { useEditor } from './editor-context.tsx';

/** The dialogs of the editor; at most one is open. */
export function EditorDialogs() {
  const { dialog } = useEditor();
  switch (dialog?.kind) {
    case 'add':
      return <AddDialog lane={dialog.lane} />;
    case 'rename':
      return <RenameDialog name={dialog.name} />;
    case 'renameStep':
      return <RenameStepDialog index={dialog.index} />;
    case 'use':
      return <UseDialog source={dialog.source} target={dialog.target} />;
    case 'merge':
      return <MergeDialog />;
    default:
      return null;
  }
}

function AddDialog({ lane }: { readonly lane: number | undefined }) {
  const { t } = useLanguage();
  const { form, actions, openDialog } = useEditor();
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState('');
  const close = (): void => openDialog(undefined);
  const types = Object.entries(form.componentTypes).filter(([name, { label }]) =>
    `${name} ${t(label)}`.toLowerCase().includes(text.toLowerCase()),
  );
  const add = (type: string): void => {
    actions.add(type, lane);
    close();
  };
  const components = pasted.trim() === '' ? [] : pastedComponents(pasted);
  const paste = (): void => {
    for (const component of components) actions.paste(component, lane);
    close();
  };
  return (
    <Dialog open onClose={close} title={t(editorMessages.addComponent)} width="wide">
      <Search
        label={t(editorMessages.findType)}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = types;
          if (event.key === 'Enter' && first !== undefined) add(first[0]);
        }}
      />
      <ul className={styles.types}>
        {types.map(([name, { label, summary }]) => (
          <li key={name}>
            <button type="button" className={styles.type} onClick={() => add(name)}>
              <TypeIcon type={name} size={20} />
              <span className="two-lines">
                <span className="medium">{t(label)}</span>
                <span className="small secondary">{t(summary)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <details>
        <summary className="small secondary">{t(editorMessages.pasteComponent)}</summary>
        <div className="stack">
          <Field
            label={t(editorMessages.componentText)}
            error={pasted.trim() !== '' && components.length === 0 ? t(editorMessages.noComponentFound) : undefined}
          >
            <Textarea
              className="mono"
              rows={6}
              value={pasted}
              spellCheck={false}
              onChange={(event) => setPasted(event.target.value)}
            />
          </Field>
          <Button
            disabledReason={components.length === 0 ? t(editorMessages.noComponentFound) : undefined}
            onClick={paste}
          >
            {t(editorMessages.addPasted({ count: components.length }))}
          </Button>
        </div>
      </details>
    </Dialog>
  );
}

/** The components of a text: one, a list, or those of a document. */
export function pastedComponents(text: string): readonly JsonObject[] {
  const documents = readYamlDocuments(text) ?? [];
  return documents.flatMap((value): readonly JsonObject[] => {
    if (Array.isArray(value)) return value.filter(isComponent);
    if (!isRecord(value)) return [];
    const list = value.component ?? value.components;
    if (Array.isArray(list)) return list.filter(isComponent);
    return isComponent(value) ? [value] : [];
  });
}

function isComponent(value: unknown): value is JsonObject {
  return isRecord(value) && typeof value.name === 'string' && typeof value.type === 'string';
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/;

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly taken: readonly string[];
  readonly onRename: (to: string) => void;
}

function NameDialog({ title, name, taken, onRename }: NameDialogProps) {
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
  return (
    <NameDialog
      title={t(editorMessages.renameTitle({ name }))}
      name={name}
      taken={taken}
      onRename={(to) => actions.rename(name, to)}
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

/** How a workload uses a config or a secret: the choice writes the trait. */
function UseDialog({ source, target }: { readonly source: string; readonly target: string | undefined }) {
  const { t } = useLanguage();
  const { document, actions, openDialog } = useEditor();
  const workloads = readComponents(document).filter(({ type }) => type !== 'config' && type !== 'secret');
  const found = findComponent(document, source);
  const data =
    found === undefined ? undefined : getAt(found.value, ['properties', found.type === 'secret' ? 'secret' : 'conf']);
  const keys = isRecord(data) ? Object.keys(data) : [];
  const [chosen, setChosen] = useState(target ?? workloads[0]?.name ?? '');
  const [kind, setKind] = useState<Usage['kind']>('allVariables');
  const [key, setKey] = useState(keys[0] ?? '');
  const [variable, setVariable] = useState('');
  const [mountPath, setMountPath] = useState(`/etc/${source}`);
  const close = (): void => openDialog(undefined);
  const name = variable || key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  const use = (): void => {
    const usage: Usage =
      kind === 'allVariables' ? { kind } : kind === 'oneVariable' ? { kind, key, variable: name } : { kind, mountPath };
    actions.use(source, chosen, usage);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.useTitle({ source }))}
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button
            kind="primary"
            disabledReason={chosen === '' ? t(editorMessages.noWorkloads) : undefined}
            onClick={use}
          >
            {t(editorMessages.use)}
          </Button>
        </>
      }
    >
      <Field label={t(editorMessages.component)}>
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {workloads.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </Select>
      </Field>
      <Segments
        label={t(editorMessages.useAs)}
        value={kind}
        options={[
          { value: 'allVariables', text: t(editorMessages.allVariables) },
          { value: 'oneVariable', text: t(editorMessages.oneVariable) },
          { value: 'files', text: t(editorMessages.files) },
        ]}
        onChange={setKind}
      />
      {kind === 'oneVariable' && (
        <>
          <Field label={t(editorMessages.key)}>
            <Select value={key} onChange={(event) => setKey(event.target.value)}>
              {keys.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <Field label={t(editorMessages.variable)}>
            <Input value={name} spellCheck={false} onChange={(event) => setVariable(event.target.value)} />
          </Field>
        </>
      )}
      {kind === 'files' && (
        <Field label={t(editorMessages.mountPath)}>
          <Input value={mountPath} spellCheck={false} onChange={(event) => setMountPath(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}

/** Another user saved meanwhile: theirs and mine, and what comes of it. */
function MergeDialog() {
  const { t } = useLanguage();
  const { draft, openDialog } = useEditor();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const newest = useQuery({
    queryKey: ['merge', draft.appId, draft.state.base.revision],
    queryFn: () => draft.readNewest(),
    gcTime: 0,
    staleTime: 0,
  });
  const close = (): void => openDialog(undefined);
  const theirs = newest.data;
  const merged =
    theirs === undefined
      ? undefined
      : mergeDocuments({ base: draft.state.base.document, mine: draft.state.draft, theirs: theirs.document }, choices);
  const open = merged?.conflicts.filter(({ id }) => choices[id] === undefined).length ?? 0;
  const take = (): void => {
    if (theirs === undefined || merged === undefined) return;
    draft.rebase(theirs, merged.document);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.mergeTitle)}
      width="full"
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button
            kind="primary"
            disabledReason={
              merged === undefined || open > 0 ? t(editorMessages.chooseFirst({ count: open })) : undefined
            }
            onClick={take}
          >
            {t(editorMessages.takeMerge)}
          </Button>
        </>
      }
    >
      {newest.isError && <ErrorPanel error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.isPending && <Skeleton rows={4} />}
      {theirs !== undefined && merged !== undefined && (
        <>
          <p className="secondary">
            {t(
              editorMessages.mergeHelp({
                mine: draft.state.base.revision ?? 0,
                theirs: theirs.revision,
                count: merged.conflicts.length,
              }),
            )}
          </p>
          {merged.conflicts.map(({ id, mine, theirs: other }) => (
            <section key={id} className={styles.conflict} aria-label={id}>
              <div className="row">
                <code className="grow break">{id}</code>
                <Segments
                  label={id}
                  value={choices[id] ?? ''}
                  options={[
                    { value: 'theirs', text: t(editorMessages.theirs) },
                    { value: 'mine', text: t(editorMessages.mine) },
                  ]}
                  onChange={(side) => {
                    if (side === 'mine' || side === 'theirs') setChoices({ ...choices, [id]: side });
                  }}
                />
              </div>
              <div className={styles.sides}>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.theirs)}</span>
                  <Code
                    text={
                      isSecretPlace(id)
                        ? t(editorMessages.secretValue)
                        : (valueText(other) ?? t(editorMessages.notThere))
                    }
                    copy={false}
                    wrapped
                  />
                </div>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.mine)}</span>
                  <Code
                    text={
                      isSecretPlace(id)
                        ? t(editorMessages.secretValue)
                        : (valueText(mine) ?? t(editorMessages.notThere))
                    }
                    copy={false}
                    wrapped
                  />
                </div>
              </div>
            </section>
          ))}
        </>
      )}
    </Dialog>
  );
}

function valueText(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Values of secrets are not shown, not even those that the user typed before. */
function isSecretPlace(id: string): boolean {
  return /\.properties(?:\.secret|$)|^component\[[^\]]*\]$/.test(id);
}
