import type { ApplicationSummary } from '@kubemin/client';
import { importers } from '@kubemin/convert';
import type { FormField } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Boxes, FileUp, Layers, type LucideIcon, Square } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import * as z from 'zod';
import { type JsonObject, openDraft, readComponents, readString, removeValue, setValue } from '../../draft/index.ts';
import {
  Banner,
  Button,
  EmptyState,
  ErrorPanel,
  Field,
  Input,
  Page,
  PageHead,
  Panel,
  Skeleton,
  Tag,
  Textarea,
  Tile,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { newAppMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { createEditorModel } from './editor-model.ts';
import { newSearchSchema } from './editor-search.ts';
import { FieldList, FormProvider } from './form-fields.tsx';
import { type ImportSource, readImport } from './import-source.ts';
import styles from './new-page.module.css';
import { countProblems, locateProblem } from './problems.ts';
import { NEW_APP, useDraftStore } from './use-draft.ts';

type Way = 'blank' | 'image' | 'import' | 'template';

const WAYS: readonly { readonly way: Way; readonly icon: LucideIcon }[] = [
  { way: 'image', icon: Boxes },
  { way: 'import', icon: FileUp },
  { way: 'template', icon: Layers },
  { way: 'blank', icon: Square },
];

/** Starts a new application: each way ends with a draft on the canvas. */
export function NewPage() {
  const { t } = useLanguage();
  const { from } = newSearchSchema.parse(useSearch({ strict: false }));
  const { can } = useRights();
  const words = {
    blank: [newAppMessages.blank, newAppMessages.blankHelp],
    image: [newAppMessages.image, newAppMessages.imageHelp],
    import: [newAppMessages.import, newAppMessages.importHelp],
    template: [newAppMessages.template, newAppMessages.templateHelp],
  } as const;
  const reason = can('deploy') || can('deploy', '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  return (
    <Page title={t(newAppMessages.title)}>
      <PageHead title={t(newAppMessages.title)} facts={t(newAppMessages.help)} />
      <KeptDraft />
      {reason !== undefined && <Banner kind="warning" label={reason} title={reason} />}
      <nav className={styles.ways} aria-label={t(newAppMessages.ways)}>
        {WAYS.map(({ way, icon: Icon }) => (
          <Link
            key={way}
            to="/apps/new"
            search={{ from: way }}
            className={styles.way}
            aria-current={way === from ? 'page' : undefined}
          >
            <Icon size={20} aria-hidden />
            <span className="two-lines">
              <span className="medium">{t(words[way][0])}</span>
              <span className="small secondary">{t(words[way][1])}</span>
            </span>
          </Link>
        ))}
      </nav>
      {from === 'blank' && <BlankForm />}
      {from === 'image' && <ImageForm />}
      {from === 'import' && <ImportForm />}
      {from === 'template' && <TemplateForm />}
    </Page>
  );
}

/** A draft that was begun and not saved. */
function KeptDraft() {
  const { t } = useLanguage();
  const store = useDraftStore();
  const [kept, setKept] = useState(() => store.find(NEW_APP));
  if (kept === undefined) return null;
  const title = t(newAppMessages.kept({ name: readString(kept.draft.name) || t(newAppMessages.unnamed) }));
  const discard = (): void => {
    store.remove(NEW_APP);
    setKept(undefined);
  };
  return (
    <Banner
      label={title}
      title={title}
      actions={
        <>
          <Button size="small" onClick={discard}>
            {t(newAppMessages.discard)}
          </Button>
          <Link to="/apps/$app/canvas" params={{ app: NEW_APP }} className="link medium">
            {t(newAppMessages.continue)}
          </Link>
        </>
      }
    />
  );
}

function useOpenCanvas(): (document: JsonObject) => void {
  const store = useDraftStore();
  const navigate = useNavigate();
  return (document) => {
    store.write(NEW_APP, openDraft({ document: {} }, document));
    void navigate({ to: '/apps/$app/canvas', params: { app: NEW_APP } });
  };
}

const NAME = /^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

function useName(initial = '') {
  const { t } = useLanguage();
  const [name, setName] = useState(initial);
  const error = name === '' || NAME.test(name) ? undefined : t(newAppMessages.nameInvalid);
  const field = (
    <Field label={t(newAppMessages.name)} help={t(newAppMessages.nameHelp)} error={error}>
      <Input
        value={name}
        autoFocus
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
    </Field>
  );
  return { name, field, missing: name === '' ? t(newAppMessages.nameNeeded) : error };
}

interface StartFormProps {
  readonly title: string;
  readonly missing: string | undefined;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function StartForm({ title, missing, onOpen, children }: StartFormProps) {
  const { t } = useLanguage();
  return (
    <Panel title={title} padded>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined) onOpen();
        }}
      >
        {children}
        <div>
          <Button type="submit" kind="primary" disabledReason={missing} onClick={onOpen}>
            {t(newAppMessages.open)}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function BlankForm() {
  const { t } = useLanguage();
  const open = useOpenCanvas();
  const { name, field, missing } = useName();
  return (
    <StartForm title={t(newAppMessages.blank)} missing={missing} onOpen={() => open({ name, component: [] })}>
      {field}
    </StartForm>
  );
}

function ImageForm() {
  const { t } = useLanguage();
  const open = useOpenCanvas();
  const { name, field, missing } = useName();
  const [image, setImage] = useState('');
  const [port, setPort] = useState('8080');
  const [host, setHost] = useState('');
  const start = (): void =>
    open({ name, component: [imageComponent({ name, image: image.trim(), port: port.trim(), host: host.trim() })] });
  return (
    <StartForm
      title={t(newAppMessages.image)}
      missing={missing ?? (image.trim() === '' ? t(newAppMessages.imageNeeded) : undefined)}
      onOpen={start}
    >
      {field}
      <Field label={t(newAppMessages.imageField)}>
        <Input
          className="mono"
          value={image}
          placeholder="nginx:1.27"
          spellCheck={false}
          onChange={(event) => setImage(event.target.value)}
        />
      </Field>
      <Field label={t(newAppMessages.port)} help={t(newAppMessages.portHelp)}>
        <Input inputMode="numeric" value={port} onChange={(event) => setPort(event.target.value)} />
      </Field>
      <Field label={t(newAppMessages.host)} help={t(newAppMessages.hostHelp)}>
        <Input
          value={host}
          placeholder={`${name || 'app'}.localhost`}
          spellCheck={false}
          onChange={(event) => setHost(event.target.value)}
        />
      </Field>
    </StartForm>
  );
}

interface ImageComponentInput {
  readonly name: string;
  readonly image: string;
  readonly port: string;
  readonly host: string;
}

function imageComponent({ name, image, port, host }: ImageComponentInput): JsonObject {
  if (port === '') return { name, type: 'worker', image };
  const number = Number(port);
  return {
    name,
    type: 'webservice',
    image,
    replicas: 1,
    properties: { ports: [{ port: Number.isNaN(number) ? port : number }] },
    ...(host !== '' && {
      traits: { ingress: [{ hosts: [host], routes: [{ path: '/', backend: { serviceName: name } }] }] },
    }),
  };
}

function ImportForm() {
  const { t } = useLanguage();
  const open = useOpenCanvas();
  const [{ model }] = useState(createEditorModel);
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState('');
  const source = useMemo(() => {
    const stem = fileName
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-');
    return readImport(text, model, NAME.test(stem) ? { name: stem } : {});
  }, [text, model, fileName]);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setFileName(file.name);
    setText(await file.text());
  };
  return (
    <Panel title={t(newAppMessages.import)} padded>
      <section
        className="stack"
        aria-label={t(newAppMessages.importHelp)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <Field label={t(newAppMessages.file)}>
          <Input
            className={styles.file}
            type="file"
            accept=".yaml,.yml,.json,.txt,.kubemin"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </Field>
        <Field label={t(newAppMessages.text)} help={t(newAppMessages.textHelp)}>
          <Textarea
            className="mono"
            rows={12}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <ImportResult source={source} />
        {source.kind === 'bundle' ? (
          <BundleForm source={source} />
        ) : (
          <div>
            <Button
              kind="primary"
              disabledReason={
                source.kind === 'document'
                  ? undefined
                  : t(source.kind === 'empty' ? newAppMessages.nothingYet : newAppMessages.unreadable)
              }
              onClick={() => source.kind === 'document' && open(source.document)}
            >
              {t(newAppMessages.open)}
            </Button>
          </div>
        )}
      </section>
    </Panel>
  );
}

/** What a text was read as, and what of it was converted, renamed or lost. */
function ImportResult({ source }: { readonly source: ImportSource }) {
  const { t, sent } = useLanguage();
  if (source.kind === 'empty' || source.kind === 'bundle') return null;
  if (source.kind === 'unreadable') {
    return (
      <div role="alert">
        <Banner kind="failed" label={t(newAppMessages.unreadable)} title={t(newAppMessages.unreadable)}>
          {source.reason !== undefined && t(source.reason)}
          {source.problems.map((problem) => (
            <div key={`${problem.code} ${problem.message}`} className="stack">
              <span>
                {problem.position === undefined
                  ? sent(problem, 'message', problem.message)
                  : t(
                      newAppMessages.atLine({ ...problem.position, reason: sent(problem, 'message', problem.message) }),
                    )}
              </span>
              {problem.fix !== undefined && <span>{sent(problem, 'fix', problem.fix)}</span>}
              {problem.excerpt !== undefined && <pre>{problem.excerpt}</pre>}
            </div>
          ))}
        </Banner>
      </div>
    );
  }
  const { format, document, renamed, notCarried, problems } = source;
  const names = readComponents(document).map(({ name }) => name);
  const counts = countProblems(problems.map((problem) => locateProblem(problem, document)));
  const recognised = t(
    newAppMessages.recognised({ format: format === undefined ? t(newAppMessages.kubemin) : importers[format].title }),
  );
  return (
    <section className={styles.result} aria-label={recognised} aria-live="polite">
      <div className="medium">{recognised}</div>
      <div className="secondary break">{t(newAppMessages.componentsFound({ count: names.length, names }))}</div>
      {renamed.length > 0 && <div className="secondary break">{t(newAppMessages.renamed({ fields: renamed }))}</div>}
      {notCarried.length > 0 && (
        <details open>
          <summary>{t(newAppMessages.notCarried({ count: notCarried.length }))}</summary>
          <ul className={styles.lost}>
            {notCarried.map((part) => (
              <li key={`${part.path} ${part.what}`}>
                <Tag kind={part.how === 'dropped' ? 'warning' : 'accent'}>
                  {t(part.how === 'dropped' ? newAppMessages.dropped : newAppMessages.changed)}
                </Tag>{' '}
                <code className="break">{part.path}</code> {sent(part, 'what', part.what)}
                <div className="small secondary">{sent(part, 'why', part.why)}</div>
              </li>
            ))}
          </ul>
        </details>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{t(newAppMessages.problemsFound(counts))}</summary>
          <ul className={styles.lost}>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.code} ${problem.message}`} className="small">
                <code className="break">{problem.path}</code> {sent(problem, 'message', problem.message)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function BundleForm({ source: { bundle } }: { readonly source: Extract<ImportSource, { kind: 'bundle' }> }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const toast = useToast();
  const navigate = useNavigate();
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const { applications } = await client.importApplications({ bundle, passphrase });
      toast({ text: t(newAppMessages.imported({ names: applications.map(({ name }) => name) })) });
      void navigate({ to: '/apps' });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const missing = can('admin')
    ? passphrase === ''
      ? t(newAppMessages.passphraseNeeded)
      : undefined
    : t(shellMessages.scopeNeeded({ scope: 'admin' }));
  return (
    <div className={styles.form}>
      <div className="medium">{t(newAppMessages.bundle)}</div>
      <Field label={t(newAppMessages.passphrase)}>
        <Input
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      </Field>
      {error !== undefined && <ErrorPanel error={error} />}
      <div>
        <Button kind="primary" busy={busy} disabledReason={missing} onClick={() => void run()}>
          {t(newAppMessages.importBundle)}
        </Button>
      </div>
    </div>
  );
}

function TemplateForm() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { template: chosen } = newSearchSchema.parse(useSearch({ strict: false }));
  const templates = useQuery({
    queryKey: [queryKeys.applications, 'templates'],
    queryFn: ({ signal }) => client.listTemplates({ limit: 200 }, { signal }),
  });
  if (templates.isError) return <ErrorPanel error={templates.error} onRetry={() => void templates.refetch()} />;
  if (templates.data === undefined) return <Skeleton rows={4} />;
  const all = templates.data.applications;
  const template = all.find(({ id, name }) => id === chosen || name === chosen);
  if (template !== undefined) return <TemplateParameters key={template.id} template={template} />;
  if (all.length === 0) {
    return <EmptyState title={t(newAppMessages.noTemplates)}>{t(newAppMessages.noTemplatesHelp)}</EmptyState>;
  }
  return (
    <ul className={styles.ways}>
      {all.map((each) => (
        <li key={each.id}>
          <Link to="/apps/new" search={{ from: 'template', template: each.id }} className={styles.way}>
            <Tile name={each.name} />
            <span className="two-lines">
              <span className="medium">{each.alias || each.name}</span>
              <span className="small secondary">{each.description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const text = z.object({ en: z.string(), zh: z.string() });
/** What a parameter of a template needs of a field. */
const parameterFields: z.ZodType<readonly FormField[]> = z.array(
  z.object({
    name: z.string(),
    label: text,
    help: text,
    group: z.literal('basic'),
    order: z.number(),
    widget: z.enum(['text', 'number', 'switch', 'select', 'password']),
    required: z.boolean(),
    default: z.unknown().optional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    options: z.array(z.object({ value: z.string(), label: text })).exactOptional(),
  }),
);

function TemplateParameters({ template }: { readonly template: ApplicationSummary }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const open = useOpenCanvas();
  const { name, field, missing } = useName();
  const [values, setValues] = useState<JsonObject>({});
  const parameters = useQuery({
    queryKey: [queryKeys.application, template.id, 'parameters'],
    queryFn: async ({ signal }) => {
      const [described, detail] = await Promise.all([
        client.templateParameters(template.id, { signal }),
        client.getApplication(template.id, { signal }),
      ]);
      return { fields: parameterFields.parse(described.form), components: detail.components };
    },
  });
  if (parameters.isError) return <ErrorPanel error={parameters.error} onRetry={() => void parameters.refetch()} />;
  if (parameters.data === undefined) return <Skeleton rows={4} />;
  const { fields, components } = parameters.data;
  const given = Object.keys(values).length === 0 ? {} : { parameters: values };
  // All entries share the parameters, so that the first one has them. With names of their own, several copies never clash.
  const start = (): void =>
    open({
      name,
      component: components.map((component, at) => ({
        name: `${name}-${component.name}`.slice(0, 63),
        template: { id: template.name, target: component.name, ...(at === 0 && given) },
      })),
    });
  return (
    <StartForm title={template.alias || template.name} missing={missing} onOpen={start}>
      <Link to="/apps/new" search={{ from: 'template' }} className="link small">
        {t(newAppMessages.backToTemplates)}
      </Link>
      {template.description !== '' && <p className="secondary">{template.description}</p>}
      {field}
      <span className="heading">{t(newAppMessages.parameters)}</span>
      {fields.length === 0 && <span className="secondary">{t(newAppMessages.noParameters)}</span>}
      <FormProvider
        target={{
          root: values,
          change: (path, value) =>
            setValues((now) => (value === undefined ? removeValue(path) : setValue(path, value))(now)),
          problemAt: () => undefined,
        }}
      >
        <FieldList fields={fields} path={[]} />
      </FormProvider>
    </StartForm>
  );
}
