import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Code, cliCommand, EmptyState, ErrorPanel, Panel, Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { CodeEditor } from './code-editor.tsx';
import { type FunctionPartProps, useStored } from './function-part.ts';

/** The files of a function. What is changed is deployed as a new revision. */
export function FunctionCodePart({ detail, place }: FunctionPartProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const stored = useStored();
  const [changes, setChanges] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<string>();
  const { files, runtime, entry, name } = detail;
  const deploy = useMutation({
    mutationFn: () =>
      client.putFunction(place.cluster, place.namespace, name, {
        ...{ runtime, files: { ...files, ...changes } },
        ...(entry !== undefined && { entry }),
      }),
    onSuccess: () => {
      setChanges({});
      stored(t(functionsMessages.deployed({ name })));
    },
  });
  if (files === undefined) {
    return (
      <EmptyState title={t(functionsMessages.notText)}>
        <div className="stack">
          {t(functionsMessages.notTextHelp)}
          <Code text={cliCommand('fn', 'deploy', 'DIR', '--name', name)} />
        </div>
      </EmptyState>
    );
  }
  const paths = Object.keys(files);
  const file = chosen ?? entry ?? paths.find((path) => /^(index|func)\./.test(path)) ?? paths[0] ?? '';
  const isChanged = Object.entries(changes).some(([path, text]) => files[path] !== text);
  return (
    <Panel
      title={t(functionsMessages.code)}
      padded
      actions={
        <span className="row">
          <Select
            aria-label={t(functionsMessages.file)}
            value={file}
            onChange={(event) => setChosen(event.target.value)}
          >
            {paths.map((path) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
          </Select>
          <Button
            kind="primary"
            busy={deploy.isPending}
            disabledReason={isChanged ? undefined : t(functionsMessages.unchanged)}
            onClick={() => deploy.mutate()}
          >
            {t(functionsMessages.deploy)}
          </Button>
        </span>
      }
    >
      {deploy.isError && <ErrorPanel error={deploy.error} onRetry={() => deploy.mutate()} />}
      <CodeEditor
        key={file}
        label={t(functionsMessages.codeOf({ file }))}
        text={changes[file] ?? files[file] ?? ''}
        onChange={(text) => setChanges((before) => ({ ...before, [file]: text }))}
      />
    </Panel>
  );
}
