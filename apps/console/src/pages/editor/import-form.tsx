import { importers } from '@kubemin/convert';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readComponents } from '../../draft/index.ts';
import { Banner, Button, CliLine, ErrorPanel, Field, Input, Panel, Tag, Textarea, useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { newAppMessages, shellMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { type ImportSource, readImport } from './import-source.ts';
import styles from './new-page.module.css';
import { countProblems, locateProblem } from './problems.ts';
import { NAME, useOpenCanvas } from './start-form.tsx';
import { useEditorModel } from './use-editor-model.ts';

/** Starts with a text of any format that applications come in. */
export function ImportForm() {
  const { t } = useLanguage();
  const open = useOpenCanvas();
  const { model } = useEditorModel();
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
        <CliLine words={['import', fileName || 'FILE']} />
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
    newAppMessages.recognised({ format: t(format === undefined ? newAppMessages.kubemin : importers[format].title) }),
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
