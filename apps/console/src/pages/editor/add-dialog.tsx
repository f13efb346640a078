import { isRecord } from '@kubemin/base';
import type { ApplicationSummary } from '@kubemin/client';
import { type DocumentReader, readYamlDocuments } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import {
  addTrait,
  type DraftComponent,
  findComponent,
  getAt,
  type JsonObject,
  pasteComponents,
  readComponents,
  readString,
  templateEntries,
} from '../../draft/index.ts';
import { Button, Dialog, ErrorPanel, Field, Search, Textarea, TypeIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { templatesQuery } from '../templates/index.ts';
import styles from './dialogs.module.css';
import { useEditor } from './editor-context.tsx';
import { findInspector } from './editor-focus.ts';
import { startingValue, TraitIcon } from './form/index.ts';
import { readImport } from './import-source.ts';

/** Something that can be added. */
interface Choice {
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly summary: string;
  /** Why it cannot be added now. */
  readonly disabledReason?: string | undefined;
  readonly add: () => void | Promise<void>;
}

/** Adds a component of a type, a trait to what is selected, the components of a template, or what is pasted. */
export function AddDialog({ lane, text }: { readonly lane: number | undefined; readonly text: string | undefined }) {
  const { t } = useLanguage();
  const { openDialog } = useEditor();
  const [filter, setFilter] = useState('');
  const [error, setError] = useState<unknown>();
  const isAdded = useRef(false);
  const close = (): void => openDialog(undefined);
  const isFound = ({ id, name }: Choice): boolean => `${id} ${name}`.toLowerCase().includes(filter.toLowerCase());
  const types = useTypes(lane).filter(isFound);
  const traits = useTraits().filter(isFound);
  const templates = useTemplates(lane).filter(isFound);
  const choose = async ({ add, disabledReason }: Choice): Promise<void> => {
    if (disabledReason !== undefined) return;
    setError(undefined);
    try {
      await add();
      isAdded.current = true;
      close();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const [first] = [...types, ...traits, ...templates];
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.addTitle)}
      width="wide"
      // The fields of what was added are what the user goes on with.
      focusAfter={(opener) => {
        const inspector = findInspector();
        if (!isAdded.current) return opener;
        return inspector?.contains(window.document.activeElement) === true ? undefined : inspector;
      }}
    >
      <Search
        label={t(editorMessages.findType)}
        value={filter}
        autoFocus
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first !== undefined) void choose(first);
        }}
      />
      {error !== undefined && <ErrorPanel error={error} />}
      <Choices title={t(editorMessages.component)} choices={types} onChoose={choose} />
      <Choices title={t(editorMessages.traitsFor)} choices={traits} onChoose={choose} />
      <Choices title={t(editorMessages.templates)} choices={templates} onChoose={choose} />
      <PasteForm
        lane={lane}
        initial={text}
        onPasted={() => {
          isAdded.current = true;
          close();
        }}
      />
    </Dialog>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (choice: Choice) => Promise<void>;
}

function Choices({ title, choices, onChoose }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <section className="stack" aria-label={title}>
      <span className="small medium secondary">{title}</span>
      <ul className={styles.types}>
        {choices.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              className={styles.type}
              aria-disabled={choice.disabledReason !== undefined}
              onClick={() => void onChoose(choice)}
            >
              {choice.icon}
              <span className="two-lines">
                <span className="medium">{choice.name}</span>
                <span className="small secondary">{choice.disabledReason ?? choice.summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useTypes(lane: number | undefined): readonly Choice[] {
  const { t } = useLanguage();
  const { form, actions } = useEditor();
  return Object.entries(form.componentTypes).map(([id, { label, summary }]) => ({
    id,
    icon: <TypeIcon type={id} size={20} />,
    name: t(label),
    summary: t(summary),
    add: () => actions.add(id, lane),
  }));
}

/** Traits that the selected component can have and does not. */
function useTraits(): readonly Choice[] {
  const { t } = useLanguage();
  const { form, actions, selection, document, openField } = useEditor();
  const component: DraftComponent | undefined =
    selection?.kind === 'component' ? findComponent(document, selection.name) : undefined;
  if (component === undefined) return [];
  const present = isRecord(component.value.traits) ? component.value.traits : {};
  return Object.entries(form.traits)
    .filter(([id, { componentTypes }]) => !(id in present) && componentTypes.includes(component.type))
    .map(([id, { label, summary, field }]) => ({
      id,
      icon: <TraitIcon trait={id} />,
      name: t(editorMessages.traitOf({ trait: t(label), name: component.name })),
      summary: t(summary),
      add: () => {
        actions.change(addTrait(component.index, id, startingValue(field)));
        openField(['component', component.index, 'traits', id]);
      },
    }));
}

/**
 * Applications that others share: each component of one becomes a component that follows it. All entries of a template are about
 * one copy of it, until the draft is saved with the components in their place.
 */
function useTemplates(lane: number | undefined): readonly Choice[] {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { actions, document } = useEditor();
  const used = new Set(readComponents(document).map(({ value }) => getAt(value, ['template', 'id'])));
  const { data } = useQuery(templatesQuery(client));
  const add = async (template: ApplicationSummary): Promise<void> => {
    const { components } = await client.getApplication(template.id);
    const entries = templateEntries({
      app: readString(document.name) || template.name,
      templateId: template.id,
      components: components.map(({ name }) => name),
      taken: readComponents(document).map(({ name }) => name),
    });
    actions.paste(entries, lane);
  };
  return (data?.applications ?? []).map((template) => ({
    id: template.id,
    icon: <Layers size={20} aria-hidden />,
    name: template.alias || template.name,
    summary: template.description,
    disabledReason: used.has(template.name) || used.has(template.id) ? t(editorMessages.templateUsed) : undefined,
    add: () => add(template),
  }));
}

interface PasteFormProps {
  readonly lane: number | undefined;
  readonly initial: string | undefined;
  readonly onPasted: () => void;
}

function PasteForm({ lane, initial, onPasted }: PasteFormProps) {
  const { t } = useLanguage();
  const { actions, model, document } = useEditor();
  const [text, setText] = useState(initial ?? '');
  const components = useMemo(() => pastedComponents(text, model), [text, model]);
  const names = useMemo(() => pastedNames(components, document), [components, document]);
  const missing = components.length === 0 ? t(editorMessages.noComponentFound) : undefined;
  const paste = (): void => {
    actions.paste(components, lane);
    onPasted();
  };
  return (
    <details open={initial !== undefined}>
      <summary className="small secondary">{t(editorMessages.pasteComponent)}</summary>
      <div className="stack">
        <Field label={t(editorMessages.componentText)} error={text.trim() === '' ? undefined : missing}>
          <Textarea
            className="mono"
            rows={6}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {names.map(({ name, from }) => (
          <span key={name} className="small secondary break">
            {from === name ? t(editorMessages.added({ name })) : t(editorMessages.renamed({ from, to: name }))}
          </span>
        ))}
        <Button disabledReason={missing} onClick={paste}>
          {t(editorMessages.addPasted({ count: components.length }))}
        </Button>
      </div>
    </details>
  );
}

/** What pasted components are called in a document, whose names may be taken. */
function pastedNames(components: readonly JsonObject[], document: JsonObject) {
  const added = readComponents(pasteComponents(components)(document)).slice(readComponents(document).length);
  return added.map(({ name }, at) => ({ name, from: readString(components[at]?.name) }));
}

/** The components of a text: one, a list, or those of a document of any format that applications come in. */
export function pastedComponents(text: string, model: DocumentReader): readonly JsonObject[] {
  if (text.trim() === '') return [];
  const found = (readYamlDocuments(text) ?? []).flatMap((value): readonly JsonObject[] => {
    if (Array.isArray(value)) return value.filter(isComponent);
    return isComponent(value) ? [value] : [];
  });
  if (found.length > 0) return found;
  const source = readImport(text, model);
  return source.kind === 'document' ? readComponents(source.document).map(({ value }) => value) : [];
}

function isComponent(value: unknown): value is JsonObject {
  if (!isRecord(value) || typeof value.name !== 'string' || value.component !== undefined) return false;
  return typeof value.type === 'string' || isRecord(value.template);
}
