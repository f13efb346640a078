import { Link, useSearch } from '@tanstack/react-router';
import { Boxes, FileUp, Layers, type LucideIcon, Square } from 'lucide-react';
import { useState } from 'react';
import { type JsonObject, readString } from '../../draft/index.ts';
import { Banner, Button, Field, Input, Page, PageHead } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { newAppMessages, shellMessages } from '../../messages/index.ts';
import { useRights } from '../../platform/index.ts';
import { newSearchSchema } from './editor-search.ts';
import { ImportForm } from './import-form.tsx';
import styles from './new-page.module.css';
import { StartForm, useName, useOpenCanvas } from './start-form.tsx';
import { TemplateForm } from './template-form.tsx';
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
  const [kept, setKept] = useState(() => store.find(NEW_APP)?.state);
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

function BlankForm() {
  const { t } = useLanguage();
  const open = useOpenCanvas();
  const { name, field, missing } = useName();
  return (
    <StartForm
      title={t(newAppMessages.blank)}
      missing={missing}
      command={['init', ...(name === '' ? [] : ['--name', name])]}
      onOpen={() => open({ name, component: [] })}
    >
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
      command={[
        'init',
        '--from',
        image.trim() || 'IMAGE',
        '--name',
        name || 'NAME',
        ...(port.trim() === '' ? [] : ['--port', port.trim()]),
      ]}
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
