import { useState } from 'react';
import { stringify } from 'yaml';
import { hideSecrets } from '../../draft/index.ts';
import { Button, Dialog, ErrorPanel, Segments, saveFile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { drawCanvas, readPalette, toPng } from './canvas-picture.ts';
import { useComponentNames } from './component-view.tsx';
import { useLaneName } from './editor-actions.ts';
import { useEditor } from './editor-context.tsx';
import { useLaneBoxes } from './lane-boxes.ts';
import { documentText } from './problems.ts';

type Format = 'yaml' | 'json' | 'manifests' | 'svg' | 'png';

/** Downloads the draft: the document, the objects that it renders to, or a picture of the canvas. Secrets are masked. */
export function ExportDialog() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { document, draft, openDialog } = useEditor();
  const [format, setFormat] = useState<Format>('yaml');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const picture = usePicture();
  const name = String(document.name ?? '') || 'app';
  const close = (): void => openDialog(undefined);
  const read = async (): Promise<string | Blob> => {
    switch (format) {
      case 'yaml':
        return stringify(hideSecrets(document), { lineWidth: 0 });
      case 'json':
        return `${JSON.stringify(hideSecrets(document), undefined, 2)}\n`;
      case 'manifests': {
        const { objects } = await client.renderDocument(documentText(document, draft.appId), { lenient: true });
        return objects.map(({ manifest }) => stringify(manifest, { lineWidth: 0 })).join('---\n');
      }
      case 'svg':
        return picture();
      case 'png':
        return toPng(picture());
    }
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      saveFile(format === 'manifests' ? `${name}-manifests.yaml` : `${name}.${format}`, await read());
      close();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.exportTitle)}
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t(editorMessages.download)}
          </Button>
        </>
      }
    >
      <div>
        <Segments<Format>
          label={t(editorMessages.format)}
          value={format}
          options={[
            { value: 'yaml', text: 'YAML' },
            { value: 'json', text: 'JSON' },
            { value: 'manifests', text: t(editorMessages.manifests) },
            { value: 'svg', text: 'SVG' },
            { value: 'png', text: 'PNG' },
          ]}
          onChange={setFormat}
        />
      </div>
      <p className="secondary">{t(editorMessages.exportHelp)}</p>
      {error !== undefined && <ErrorPanel error={error} />}
    </Dialog>
  );
}

function usePicture(): () => string {
  const { components, references } = useEditor();
  const boxes = useLaneBoxes();
  const laneName = useLaneName();
  const typeName = useComponentNames();
  return () =>
    drawCanvas({
      lanes: boxes.map((box) => ({ ...box, name: laneName(box.lane) })),
      card: (name) => {
        const component = components.get(name);
        return { title: name, lines: component === undefined ? [] : typeName(component) };
      },
      references,
      palette: readPalette(getComputedStyle(window.document.documentElement)),
    });
}
