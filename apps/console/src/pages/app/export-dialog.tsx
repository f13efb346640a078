import type { PlatformClient } from '@kubemin/client';
import { useState } from 'react';
import * as z from 'zod';
import { Button, Dialog, ErrorPanel, Segments, saveFile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages, kitMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useApp } from './app-context.ts';
import { CliLine } from './cli-line.tsx';

type Format = 'yaml' | 'json' | 'manifests';

/** Downloads the document of an application, or the objects it renders to. Values of secrets stay masked. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const [format, setFormat] = useState<Format>('yaml');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const file = format === 'manifests' ? `${app.name}-manifests.yaml` : `${app.name}.${format}`;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      saveFile(file, await readExport(client, app, format));
      onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(appMessages.exportTitle({ name: app.name }))}
      foot={
        <>
          <Button onClick={onClose}>{t(kitMessages.back)}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t(appMessages.download)}
          </Button>
        </>
      }
    >
      <div>
        <Segments<Format>
          label={t(appMessages.format)}
          value={format}
          options={[
            { value: 'yaml', text: t(appMessages.documentYaml) },
            { value: 'json', text: t(appMessages.documentJson) },
            { value: 'manifests', text: t(appMessages.manifests) },
          ]}
          onChange={setFormat}
        />
      </div>
      <p className="secondary">{t(appMessages.exportHelp)}</p>
      {/* The command writes the document as YAML alone. */}
      {format !== 'json' && (
        <CliLine words={['export', path, '--format', format === 'yaml' ? 'document' : 'manifests', '-f', file]} />
      )}
      {error !== undefined && <ErrorPanel error={error} />}
    </Dialog>
  );
}

interface Exported {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly description: string;
  readonly revision: number;
}

async function readExport(client: PlatformClient, app: Exported, format: Format): Promise<string> {
  if (format !== 'manifests') return (await client.getRevision(app.id, String(app.revision), { format })).text;
  const [{ objects }, { toManifests }] = await Promise.all([
    client.applicationManifests(app.id),
    import('@kubemin/convert'),
  ]);
  const files = toManifests({
    document: app,
    objects: objects.map(({ component, manifest }) => ({
      component,
      object: objectSchema.parse(manifest),
      onExisting: 'apply',
    })),
  });
  return Object.values(files).join('');
}

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
