import { isRecord } from '@kubemin/base';
import { useState } from 'react';
import { findComponent, getAt, readComponents, type Usage } from '../../draft/index.ts';
import { Button, Dialog, Field, Input, Segments, Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import { useEditor } from './editor-context.tsx';

/** How a workload uses a config or a secret: the choice writes the trait. */
export function UseDialog({ source, target }: { readonly source: string; readonly target: string | undefined }) {
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
