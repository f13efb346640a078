import type { ApplicationDetail, PlatformClient } from '@kubemin/client';
import { useState } from 'react';
import * as z from 'zod';
import { Button, CliLine, Dialog, ErrorPanel, Field, Input, Select, saveFile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages, kitMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useApp } from './app-context.ts';
import { tarArchive } from './tar-archive.ts';

const FORMATS = {
  yaml: { text: appMessages.documentYaml, ending: '.yaml', command: 'document' },
  json: { text: appMessages.documentJson, ending: '.json', command: 'document' },
  manifests: { text: appMessages.manifests, ending: '-manifests.yaml', command: 'manifests' },
  kustomize: { text: appMessages.kustomize, ending: '-kustomize.tar', command: 'kustomize' },
  helm: { text: appMessages.helm, ending: '-chart.tar', command: 'helm' },
  bundle: { text: appMessages.bundle, ending: '.kubemin', command: 'bundle' },
} as const;
type Format = keyof typeof FORMATS;
const FORMAT_NAMES = Object.keys(FORMATS).filter((name): name is Format => Object.hasOwn(FORMATS, name));

/** The server accepts no shorter one. */
const SHORTEST_PASSPHRASE = 8;

/** Downloads the document of an application, what it renders to, or all of it encrypted. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const [format, setFormat] = useState<Format>('yaml');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { ending, command } = FORMATS[format];
  const isBundle = format === 'bundle';
  // The command writes a directory where the browser stores an archive of it.
  const file = `${app.name}${ending.replace(/\.tar$/, '')}`;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const content = isBundle ? await readBundle(client, app.id, passphrase) : await readExport(client, app, format);
      saveFile(`${app.name}${ending}`, content);
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
          <Button
            kind="primary"
            busy={busy}
            disabledReason={
              isBundle && passphrase.length < SHORTEST_PASSPHRASE
                ? t(appMessages.passphraseShort({ count: SHORTEST_PASSPHRASE }))
                : undefined
            }
            onClick={() => void save()}
          >
            {t(appMessages.download)}
          </Button>
        </>
      }
    >
      <Field label={t(appMessages.format)} help={t(isBundle ? appMessages.bundleHelp : appMessages.exportHelp)}>
        <Select
          value={format}
          onChange={({ target }) => setFormat(FORMAT_NAMES.find((name) => name === target.value) ?? 'yaml')}
        >
          {FORMAT_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(FORMATS[name].text)}
            </option>
          ))}
        </Select>
      </Field>
      {isBundle && (
        <Field label={t(appMessages.passphrase)}>
          <Input
            type="password"
            autoComplete="new-password"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        </Field>
      )}
      <CliLine words={['export', path, '--format', command, '-f', file]} />
      {error !== undefined && <ErrorPanel error={error} />}
    </Dialog>
  );
}

/** All of an application, secrets included, encrypted by the server. */
async function readBundle(client: PlatformClient, appId: string, passphrase: string): Promise<string> {
  const { bundle } = await client.exportApplications({ applications: [appId], passphrase });
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

async function readExport(
  client: PlatformClient,
  app: ApplicationDetail,
  format: Exclude<Format, 'bundle'>,
): Promise<string | Blob> {
  if (format === 'yaml' || format === 'json')
    return (await client.getRevision(app.id, String(app.revision), { format })).text;
  const [{ objects }, { exporters }] = await Promise.all([
    client.applicationManifests(app.id),
    import('@kubemin/convert'),
  ]);
  const files = exporters[format].export({
    document: app,
    objects: objects.map(({ component, manifest }) => ({
      component,
      object: objectSchema.parse(manifest),
      onExisting: 'apply',
    })),
  });
  return format === 'manifests' ? Object.values(files).join('') : tarArchive(files, new Date());
}

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
