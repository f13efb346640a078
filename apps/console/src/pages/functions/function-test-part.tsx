import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Code, ErrorPanel, Field, Panel, Tag, Textarea } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import type { FunctionPartProps } from './function-part.ts';
import { parseArguments } from './json-arguments.ts';

/** Calls the function, and shows what it returns, how long it took, and whether it had to start. */
export function FunctionTestPart({ detail, place }: FunctionPartProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const [text, setText] = useState('{}');
  const given = parseArguments(text);
  const call = useMutation({
    mutationFn: () => client.callFunction(place.cluster, place.namespace, detail.name, { arguments: given ?? {} }),
  });
  const { data } = call;
  return (
    <>
      <Panel title={t(functionsMessages.test)} padded>
        <div className="stack">
          <Field
            label={t(functionsMessages.arguments)}
            error={given === undefined ? t(functionsMessages.notJson) : undefined}
          >
            <Textarea
              className="mono"
              rows={6}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <div className="row">
            <Button
              kind="primary"
              busy={call.isPending}
              disabledReason={given === undefined ? t(functionsMessages.notJson) : undefined}
              onClick={() => call.mutate()}
            >
              {t(functionsMessages.call)}
            </Button>
          </div>
        </div>
      </Panel>
      {call.isError && <ErrorPanel error={call.error} onRetry={() => call.mutate()} />}
      {data !== undefined && (
        <Panel
          title={t(functionsMessages.response)}
          padded
          actions={
            <span className="row small secondary">
              {t(functionsMessages.took({ status: data.status, ms: Math.round(data.durationMs) }))}
              <Tag>{t(data.cold ? functionsMessages.cold : functionsMessages.warm)}</Tag>
            </span>
          }
        >
          <Code
            text={
              data.error === undefined
                ? JSON.stringify(data.result, undefined, 2)
                : `${data.error.type}: ${data.error.message}`
            }
          />
        </Panel>
      )}
    </>
  );
}
