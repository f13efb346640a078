import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CliLine, Confirm, ErrorPanel, Field, Input, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { storedDocumentQuery, usePlatform } from '../../platform/index.ts';
import { useApp } from './app-context.ts';
import { copyDocument, maskedValues } from './duplicate-document.ts';

/** Stores the document of the application under another name. Values of secrets are not readable, so they are asked for. */
export function DuplicateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const navigate = useNavigate();
  const [name, setName] = useState(`${app.name}-copy`);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const revision = useQuery(storedDocumentQuery(client, app.id, app.revision));
  const secrets = revision.data === undefined ? [] : maskedValues(revision.data.document);
  const isMissing = secrets.some(({ id }) => (values[id] ?? '') === '');
  const duplicate = async (): Promise<void> => {
    if (revision.data === undefined) return;
    const text = JSON.stringify(copyDocument(revision.data.document, name.trim(), values));
    const saved = await client.saveApplication({ text, format: 'json' });
    await navigate({ to: '/apps/$app/canvas', params: { app: saved.id } });
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(appMessages.duplicateTitle({ name: app.name }))}
      action={t(appMessages.duplicate)}
      disabledReason={
        name.trim() === '' || name.trim() === app.name
          ? t(appMessages.otherName)
          : revision.data === undefined || isMissing
            ? t(appMessages.secretsMissing)
            : undefined
      }
      onConfirm={duplicate}
    >
      <p className="secondary">{t(appMessages.duplicateHelp)}</p>
      <Field label={t(appMessages.newName)}>
        <Input value={name} spellCheck={false} onChange={({ target }) => setName(target.value)} />
      </Field>
      {revision.isError && <ErrorPanel error={revision.error} onRetry={() => void revision.refetch()} />}
      {revision.isPending && <Skeleton rows={2} />}
      {secrets.map(({ id, owner, key, within }) => (
        <Field key={id} label={t(appMessages.secretValue({ component: owner, key }))} help={within}>
          <Input
            type="password"
            autoComplete="new-password"
            value={values[id] ?? ''}
            onChange={({ target }) => setValues({ ...values, [id]: target.value })}
          />
        </Field>
      ))}
      <CliLine words={['export', path, '--format', 'document', '-f', `${name.trim() || 'copy'}.yaml`]} />
    </Confirm>
  );
}
